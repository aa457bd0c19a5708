// Colours by stress: von Mises at each vertex, from the stress [MPa] by each mode and how much of the mode there is.

const SCALE = ["#2b4a9b", "#2aa5c9", "#6fbf4a", "#f2c53d", "#c8202f"]; // from none to the largest of the run
const stressed = [];

async function readStress(gltf) {
  const found = [];
  gltf.scene.traverse((node) => { if (node.isMesh && node.userData.stress) found.push(node); });
  for (const mesh of found) {
    const modes = await Promise.all(mesh.userData.stress.map((number) => gltf.parser.getDependency("accessor", number)));
    const colours = new THREE.BufferAttribute(new Float32Array(3 * mesh.geometry.attributes.position.count), 3);
    mesh.geometry.setAttribute("color", colours);
    const coloured = mesh.material.clone();
    coloured.vertexColors = true;
    coloured.color.set(0xffffff);
    stressed.push({ mesh, colours, modes: modes.map((mode) => mode.array), plain: mesh.material, coloured });
  }
}

function vonMises({ mesh, colours, modes }) {
  const sum = new Float64Array(6 * colours.count), found = new Float64Array(colours.count);
  modes.forEach((mode, k) => {
    const weight = mesh.morphTargetInfluences[k];
    for (let i = 0; i < sum.length; i++) sum[i] += weight * mode[i];
  });
  for (let i = 0; i < found.length; i++) {
    const [xx, yy, zz, xy, yz, zx] = sum.subarray(6 * i, 6 * i + 6);
    found[i] = Math.sqrt(((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) / 2 + 3 * (xy ** 2 + yz ** 2 + zx ** 2));
  }
  return found;
}

function colourByStress() {
  const scale = SCALE.map(shade), last = scale.length - 1, colour = new THREE.Color();
  for (const one of stressed) {
    vonMises(one).forEach((value, i) => {
      const at = Math.min(value / about.stress, 1) * last, below = Math.min(Math.floor(at), last - 1);
      colour.copy(scale[below]).lerp(scale[below + 1], at - below).toArray(one.colours.array, 3 * i);
    });
    one.colours.needsUpdate = true;
  }
}

function showStress() {
  for (const one of stressed) one.mesh.material = state.stress ? one.coloured : one.plain;
  if (bar.scale) bar.scale.style.display = state.stress ? "block" : "none";
}

function makeScale() {
  bar.scale = make("div", { className: "scale" }, document.body);
  make("div", { textContent: "von Mises stress in MPa" }, bar.scale);
  make("i", {}, bar.scale).style.background = `linear-gradient(to right, ${SCALE.join(", ")})`;
  const ends = make("div", { className: "ends" }, bar.scale);
  for (const share of [0, 0.5, 1]) make("span", { textContent: `${+(share * about.stress).toPrecision(3)}` }, ends);
}

function stress(name) {
  const found = stressed.find((one) => one.mesh.parent === nodes[name]);
  return found && Array.from(vonMises(found));
}
