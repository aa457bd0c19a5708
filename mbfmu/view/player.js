// Plays the motion in the page that trimesh's template makes; it uses three.js and the globals of that template:
// scene, camera, controls, renderer, tracklight, base64_data.
"use strict";
(function () {
  const BACKGROUND = 0xf3f5f7, GRID = 0xcdd4db, GRID_STRONG = 0xa9b3be;
  const SPEEDS = [1, 2, 5];
  const SHORT = 5, LONG = 20; // how long a run should play [s]

  const state = { t: 0, playing: false, speed: 1, loop: true, follow: "", frames: false, forces: false, names: false, dirty: true };
  const hidden = { frame: () => !state.frames, force: () => !state.forces };
  let about, root, action, mixer, labels = [], nodes = {}, last = null, followed = null, bar = {};

  // the template loads the picture on its own; it is there as soon as there is a camera
  (function wait() { typeof camera === "undefined" || !controls ? requestAnimationFrame(wait) : read(); })();

  function read() {
    const bytes = Uint8Array.from(atob(base64_data), (c) => c.charCodeAt(0));
    new THREE.GLTFLoader().parse(bytes.buffer, "", begin);
  }

  function begin(gltf) {
    scene.children.filter((child) => child !== tracklight).forEach((child) => scene.remove(child));
    scene.add(gltf.scene);
    about = gltf.scene.userData.mbfmu;
    gltf.scene.updateMatrixWorld(true);
    gltf.scene.traverse((node) => {
      if (node.userData.part) nodes[node.userData.part] = node;
      if (node.isMesh) dress(node);
    });
    root = Object.values(nodes)[0].parent;
    mixer = new THREE.AnimationMixer(gltf.scene);
    if (gltf.animations.length) {
      action = mixer.clipAction(gltf.animations[0]);
      action.play();
    }
    state.t = about.start;
    if (about.still) state.frames = state.names = true;
    light();
    if (about.ground !== null) ground();
    look();
    name();
    build();
    seek(about.start);
    show();
    document.title = about.name;
    window.mbfmu = { seek, pose, names: about.parts, ready: true };
    state.playing = Boolean(action);
    requestAnimationFrame(tick);
  }

  function dress(mesh) {
    const layer = layerOf(mesh), faint = mesh.material.transparent;
    mesh.castShadow = !faint && !(layer in hidden);
    mesh.receiveShadow = !faint;
    if (layer === "gap" || layer === "force") mesh.material.depthTest = layer !== "gap";
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

  function ground() {
    about.cell = nice(about.size / 8);
    const cells = 60, grid = new THREE.GridHelper(cells * about.cell, cells, shade(GRID_STRONG), shade(GRID));
    const shadow = new THREE.Mesh(new THREE.PlaneGeometry(cells * about.cell, cells * about.cell), new THREE.ShadowMaterial({ opacity: 0.16 }));
    shadow.rotation.x = -Math.PI / 2;
    shadow.receiveShadow = true;
    const at = new THREE.Vector3(Math.round(about.target[0] / about.cell) * about.cell, about.ground, Math.round(about.target[2] / about.cell) * about.cell);
    grid.position.copy(at);
    shadow.position.copy(at).setY(about.ground - 0.0005 * about.size);
    scene.add(grid, shadow);
  }

  // ---- the eye

  function look() {
    const distance = camera.position.distanceTo(new THREE.Vector3(...about.target));
    camera.near = distance / 500;
    camera.far = distance * 60;
    camera.up.set(0, 1, 0);
    controls.target.set(...about.target);
    controls.noRotate = true; // turned here instead, so that the horizon stays level
    controls.removeEventListener("change", render);
    controls.addEventListener("change", () => (state.dirty = true));
    window.render = draw;
    window.addEventListener("resize", () => (state.dirty = true));
    let from = null;
    renderer.domElement.addEventListener("pointerdown", (event) => (from = event.isPrimary && event.button === 0 ? event : null));
    window.addEventListener("pointerup", () => (from = null));
    window.addEventListener("pointermove", (event) => {
      if (!from || !event.isPrimary) return;
      orbit((from.clientX - event.clientX) * 0.006, (from.clientY - event.clientY) * 0.006);
      from = event;
    });
    onWindowResize();
  }

  function orbit(around, up) {
    const eye = new THREE.Spherical().setFromVector3(camera.position.clone().sub(controls.target));
    eye.theta += around;
    eye.phi = Math.min(Math.max(eye.phi + up, 0.02), Math.PI - 0.02);
    camera.position.setFromSpherical(eye).add(controls.target);
    state.dirty = true;
  }

  function follow() {
    const node = nodes[state.follow];
    if (!node) return (followed = null);
    const at = node.getWorldPosition(new THREE.Vector3());
    if (followed) {
      const moved = at.clone().sub(followed);
      camera.position.add(moved);
      controls.target.add(moved);
      about.sun.position.add(moved);
      about.sun.target.position.add(moved);
    }
    followed = at;
  }

  // ---- time

  function seek(t) {
    state.t = Math.min(Math.max(t, about.start), about.stop);
    if (action) {
      action.time = state.t;
      mixer.update(0);
    }
    scene.updateMatrixWorld(true);
    follow();
    state.dirty = true;
  }

  function pose(name) {
    const node = nodes[name];
    return node && { position: node.position.toArray(), quaternion: node.quaternion.toArray() };
  }

  function tick(now) {
    const passed = last === null ? 0 : Math.min(now - last, 100) / 1000;
    last = now;
    if (state.playing) {
      let t = state.t + passed * state.speed;
      if (t > about.stop) {
        state.playing = state.loop;
        t = state.loop ? about.start : about.stop;
        show();
      }
      seek(t);
    }
    camera.lookAt(controls.target);
    if (state.dirty) draw();
    requestAnimationFrame(tick);
  }

  // ---- what is drawn

  function draw() {
    state.dirty = false;
    scene.traverse((node) => { if (node.isMesh && layerOf(node) in hidden) node.visible = !hidden[layerOf(node)](); });
    tracklight.position.copy(camera.position);
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, window.innerWidth, window.innerHeight);
    renderer.render(scene, camera);
    compass();
    placeLabels();
    if (bar.slider) {
      bar.slider.value = state.t;
      bar.time.textContent = `${digits(state.t)} s`;
    }
  }

  function digits(t) {
    const span = about.stop - about.start, places = span > 0 ? Math.min(Math.max(2 - Math.floor(Math.log10(span) - 0.3), 0), 7) : 0;
    return t.toFixed(places);
  }

  // the axes of the world and the direction of gravity, in the corner
  const small = { scene: new THREE.Scene(), camera: new THREE.OrthographicCamera(-1.5, 1.5, 1.5, -1.5, 0.1, 10) };
  function compass() {
    const corner = 110;
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
    renderer.setScissor(14, 74, corner, corner);
    renderer.setViewport(14, 74, corner, corner);
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

  function name() {
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
      if (at) label.element.style.transform = `translate(${((at.x + 1) / 2) * window.innerWidth}px, ${((1 - at.y) / 2) * window.innerHeight}px)`;
    }
  }

  // ---- what is pressed

  function speeds() {
    const duration = about.stop - about.start, found = [];
    for (let power = -6; power <= 5; power++) for (const digit of SPEEDS) found.push(digit * 10 ** power);
    const fit = (speed) => duration / speed;
    state.speed = fit(1) >= SHORT / 5 && fit(1) <= 3 * LONG ? 1 : found.find((speed) => fit(speed) <= LONG) || 1;
    return found.filter((speed) => speed >= state.speed / 101 && speed <= state.speed * 101);
  }

  function make(kind, properties, parent) {
    const element = Object.assign(document.createElement(kind), properties);
    parent.appendChild(element);
    return element;
  }

  function build() {
    const panel = make("div", { className: "panel" }, document.body), title = make("div", { className: "title" }, document.body);
    make("b", { textContent: about.name }, title);
    if (about.origin) make("span", { textContent: ` seen from ${about.origin}` }, title);
    if (about.cell) make("span", { textContent: ` grid ${+about.cell.toPrecision(3)} m` }, title);
    if (about.message) make("div", { className: "message", textContent: about.message }, document.body);
    if (action) {
      bar.play = make("button", { className: "play", onclick: toggle, title: "play or pause (space)" }, panel);
      bar.slider = make("input", { type: "range", min: about.start, max: about.stop, step: "any", title: "time (arrows)" }, panel);
      bar.slider.oninput = () => { state.playing = false; seek(+bar.slider.value); show(); };
      bar.time = make("span", { className: "time" }, panel);
      const list = speeds();
      bar.speed = make("select", { title: "speed" }, panel);
      list.forEach((speed) => make("option", { value: speed, textContent: `× ${+speed.toPrecision(2)}`, selected: speed === state.speed }, bar.speed));
      bar.speed.onchange = () => (state.speed = +bar.speed.value);
      bar.loop = press("loop", "loop", "start again at the end");
    }
    bar.follow = make("select", { title: "keep the eye on a part" }, panel);
    make("option", { value: "", textContent: "follow …" }, bar.follow);
    about.parts.forEach((part) => make("option", { value: part, textContent: part }, bar.follow));
    bar.follow.onchange = () => { state.follow = bar.follow.value; followed = null; follow(); };
    press("frames", "frames", "frames of parts and axes of joints (F)");
    press("forces", "forces", "forces on the parts (O)");
    press("names", "names", "names of parts and joints (N)");
    window.addEventListener("keydown", key);
  }

  function press(what, text, title) {
    const button = make("button", { textContent: text, title, onclick: () => { state[what] = !state[what]; state.dirty = true; show(); } }, document.querySelector(".panel"));
    bar[what] = button;
    return button;
  }

  function toggle() {
    if (!state.playing && state.t >= about.stop) seek(about.start);
    state.playing = !state.playing;
    show();
  }

  function show() {
    if (bar.play) bar.play.innerHTML = state.playing ? "<i class='pause'></i>" : "<i class='go'></i>";
    for (const what of ["loop", "frames", "forces", "names"]) if (bar[what]) bar[what].classList.toggle("on", state[what]);
  }

  function key(event) {
    const step = (about.stop - about.start) / (event.shiftKey ? 20 : 200);
    const does = {
      Space: toggle,
      ArrowRight: () => seek(state.t + step),
      ArrowLeft: () => seek(state.t - step),
      Home: () => seek(about.start),
      End: () => seek(about.stop),
      KeyF: () => bar.frames.click(),
      KeyO: () => bar.forces.click(),
      KeyN: () => bar.names.click(),
    }[event.code];
    if (!does || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
    event.preventDefault();
    if (document.activeElement) document.activeElement.blur();
    if (event.code.startsWith("Arrow")) state.playing = false;
    does();
    show();
  }
})();
