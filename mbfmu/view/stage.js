// What is seen beside the mechanism: light, ground, the axes of the world and names.

function dress(mesh) {
  const layer = layerOf(mesh), faint = mesh.material.transparent;
  mesh.castShadow = !faint && !(layer in hidden);
  mesh.receiveShadow = !faint;
}

function layerOf(node) {
  for (let at = node; at; at = at.parent) if (at.userData.layer) return at.userData.layer;
  return "body";
}

function light() {
  const far = 6 * about.size, target = new THREE.Vector3(...about.target);
  renderer.outputEncoding = THREE.sRGBEncoding;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFSoftShadowMap;
  scene.background = new THREE.Color(BACKGROUND);
  tracklight.intensity = 0.25;
  scene.add(new THREE.HemisphereLight(0xffffff, 0xa9b2bd, 0.75));
  const sun = new THREE.DirectionalLight(0xffffff, 0.65);
  sun.position.copy(target).add(new THREE.Vector3(-0.35, 1, 0.45).multiplyScalar(2 * about.size));
  sun.target.position.copy(target);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.radius = 4;
  sun.shadow.normalBias = 0.004 * about.size;
  Object.assign(sun.shadow.camera, { left: -1.6 * about.size, right: 1.6 * about.size, top: 1.6 * about.size, bottom: -1.6 * about.size, near: 0.01 * about.size, far });
  scene.add(sun, sun.target);
  about.sun = sun;
}

function shade(colour) {
  return new THREE.Color(colour).convertSRGBToLinear();
}

function nice(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= 0.999 * length);
}

// the ground has no end: its squares are drawn where one looks, finer than a pixel nowhere, and fade out before the horizon
const GROUND = {
  vertexShader: `
    varying vec2 at;
    varying vec3 seen;
    void main() {
      at = position.xy;
      vec4 there = modelViewMatrix * vec4(position, 1.0);
      seen = there.xyz;
      gl_Position = projectionMatrix * there;
    }`,
  fragmentShader: `
    varying vec2 at;
    varying vec3 seen;
    uniform float cell, reach;
    uniform vec3 fine, strong;
    float line(vec2 p) {
      vec2 wide = fwidth(p), off = abs(fract(p - 0.5) - 0.5) / wide;
      vec2 drawn = (1.0 - min(off, 1.0)) * (1.0 - smoothstep(0.2, 0.6, wide));
      return max(drawn.x, drawn.y);
    }
    void main() {
      float coarse = line(at / (10.0 * cell)), alpha = max(line(at / cell), coarse) * (1.0 - smoothstep(0.3, 1.0, length(seen) / reach));
      gl_FragColor = vec4(mix(fine, strong, coarse), alpha);
    }`,
};

function ground() {
  about.cell = nice(about.size / 8);
  const reach = 60 * about.size, plane = new THREE.PlaneGeometry(2.2 * reach, 2.2 * reach);
  const colours = { fine: { value: new THREE.Color(GRID) }, strong: { value: new THREE.Color(GRID_STRONG) } };
  const squares = new THREE.ShaderMaterial({ ...GROUND, transparent: true, depthWrite: false, side: THREE.DoubleSide, extensions: { derivatives: true },
    uniforms: { cell: { value: about.cell }, reach: { value: reach }, ...colours } });
  const shadow = new THREE.Mesh(plane, new THREE.ShadowMaterial({ opacity: 0.16, depthWrite: false }));
  shadow.receiveShadow = true;
  shadow.position.z = -0.0005 * about.size;
  about.plane = new THREE.Mesh(plane, squares).add(shadow);
  about.plane.renderOrder = shadow.renderOrder = -1; // behind all that one sees through, and hiding nothing
  about.plane.rotation.x = -Math.PI / 2;
  scene.add(about.plane);
}

// whole squares further, so that the ground seems to stand still
function placeGround() {
  if (!about.plane) return;
  const whole = 10 * about.cell, to = (x) => Math.round(x / whole) * whole;
  about.plane.position.set(to(controls.target.x), about.ground, to(controls.target.z));
}

// the axes of the world and the direction of gravity, in the corner
const small = { scene: new THREE.Scene(), camera: new THREE.OrthographicCamera(-1.5, 1.5, 1.5, -1.5, 0.1, 10) };
function compass() {
  const corner = 110, panel = document.querySelector(".panel"), above = panel ? window.innerHeight - panel.offsetTop + 10 : 0;
  if (!small.axes) {
    small.axes = new THREE.Group();
    const axis = (direction, colour, text) => {
      small.axes.add(new THREE.ArrowHelper(direction, new THREE.Vector3(), 1, colour, 0.28, 0.16));
      small.axes.add(letter(text, colour, direction.clone().multiplyScalar(1.24)));
    };
    const turn = root.getWorldQuaternion(new THREE.Quaternion());
    axis(new THREE.Vector3(1, 0, 0).applyQuaternion(turn), 0xd64545, "x");
    axis(new THREE.Vector3(0, 1, 0).applyQuaternion(turn), 0x3f9a3f, "y");
    axis(new THREE.Vector3(0, 0, 1).applyQuaternion(turn), 0x3f6fd6, "z");
    if (about.gravity) axis(new THREE.Vector3(0, -1, 0), 0x555d66, "g");
    small.scene.add(small.axes);
  }
  small.camera.position.copy(camera.position).sub(controls.target).setLength(5);
  small.camera.lookAt(0, 0, 0);
  renderer.autoClear = false;
  renderer.clearDepth();
  renderer.setScissorTest(true);
  renderer.setScissor(14, above, corner, corner);
  renderer.setViewport(14, above, corner, corner);
  renderer.render(small.scene, small.camera);
  renderer.setScissorTest(false);
  renderer.autoClear = true;
}

function letter(text, colour, at) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  pen.font = "600 44px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = `#${colour.toString(16).padStart(6, "0")}`;
  pen.fillText(text, 32, 34);
  const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: new THREE.CanvasTexture(canvas), depthTest: false }));
  sprite.material.map.encoding = THREE.sRGBEncoding;
  sprite.position.copy(at);
  sprite.scale.setScalar(0.55);
  return sprite;
}

function makeLabels() {
  labels = about.labels.map((label) => {
    const element = document.createElement("div");
    element.className = `label ${label.layer}`;
    element.textContent = label.text;
    document.body.appendChild(element);
    return { ...label, element, at: new THREE.Vector3(...label.r) };
  });
}

function placeLabels() {
  for (const label of labels) {
    const at = state.names && nodes[label.part].localToWorld(label.at.clone()).project(camera);
    label.element.style.display = at && at.z < 1 ? "block" : "none";
    if (at) put(label.element, at);
  }
}

function put(element, at) {
  element.style.transform = `translate(${((at.x + 1) / 2) * window.innerWidth}px, ${((1 - at.y) / 2) * window.innerHeight}px)`;
}
