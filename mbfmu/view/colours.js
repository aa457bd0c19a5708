// Colours of flexible bodies: by stress, from that [MPa] by each mode and how much of the mode there is, and by the damage of the whole run.

const SCALE = ["#2b4a9b", "#2aa5c9", "#6fbf4a", "#f2c53d", "#c8202f"]; // from the least to the largest
const DECADES = 4; // of damage, below the largest
const LASTING = [["years", 31557600], ["days", 86400], ["h", 3600], ["min", 60], ["s", 1]];
const LIT = 0.62; // of a colour, which all lights together make as bright as in the scale
const coloured = [];

const FIELDS = {
  stress: {
    title: "von Mises stress in MPa",
    values: vonMises,
    share: (value) => value / about.stress,
    at: (share) => share * about.stress,
    text: (value) => `${short(value)} MPa`,
  },
  damage: {
    title: "damage of the run, 1 is failure",
    values: (one) => one.damage || new Float64Array(one.colours.count),
    share: (value) => 1 + Math.log10(value / about.damage) / DECADES,
    at: (share) => about.damage * 10 ** (DECADES * (share - 1)),
    text: (value) => `${short(value)}, lasts ${lasting((about.stop - about.start) / value)}`,
  },
};

async function readColours(gltf) {
  const found = [], numbers = async (number) => (await gltf.parser.getDependency("accessor", number)).array;
  gltf.scene.traverse((node) => { if (node.isMesh && node.userData.stress) found.push(node); });
  for (const mesh of found) {
    const modes = await Promise.all(mesh.userData.stress.map(numbers));
    const damage = mesh.userData.damage === undefined ? null : await numbers(mesh.userData.damage);
    const colours = new THREE.BufferAttribute(new Float32Array(3 * mesh.geometry.attributes.position.count), 3);
    mesh.geometry.setAttribute("color", colours);
    const material = mesh.material.clone();
    material.vertexColors = true;
    material.color.setScalar(LIT);
    coloured.push({ mesh, colours, modes, damage, plain: mesh.material, material });
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

function paint() {
  const field = FIELDS[state.field], scale = SCALE.map(shade), last = scale.length - 1, colour = new THREE.Color();
  bar.hot.at = null;
  let largest = 0;
  for (const one of coloured) {
    field.values(one).forEach((value, i) => {
      const at = Math.min(Math.max(field.share(value), 0), 1) * last, below = Math.min(Math.floor(at), last - 1);
      colour.copy(scale[below]).lerp(scale[below + 1], at - below).toArray(one.colours.array, 3 * i);
      if (value > largest) [largest, bar.hot.at] = [value, [one.mesh, i]];
    });
    one.colours.needsUpdate = true;
  }
  bar.hot.textContent = field.text(largest);
}

// the place of a vertex as its mesh is deformed
function deformed(mesh, i) {
  const { position } = mesh.geometry.attributes, at = new THREE.Vector3().fromBufferAttribute(position, i), first = at.clone();
  (mesh.geometry.morphAttributes.position || []).forEach((target, k) => {
    const moved = new THREE.Vector3().fromBufferAttribute(target, i);
    if (!mesh.geometry.morphTargetsRelative) moved.sub(first);
    at.addScaledVector(moved, mesh.morphTargetInfluences[k]);
  });
  return mesh.localToWorld(at);
}

function placeHot() {
  if (!bar.hot) return;
  const shown = state.field && bar.hot.at;
  bar.hot.style.display = shown ? "block" : "none";
  if (shown) put(bar.hot, deformed(...bar.hot.at).project(camera));
}

function chooseField(name) {
  state.field = state.field === name ? "" : name;
  state.dirty = true;
  for (const one of coloured) one.mesh.material = state.field ? one.material : one.plain;
  bar.scale.style.display = state.field ? "block" : "none";
  if (!state.field) return;
  const field = FIELDS[state.field];
  bar.scale.firstChild.textContent = field.title;
  [...bar.scale.lastChild.children].forEach((end, i) => (end.textContent = short(field.at(i / 2))));
}

function makeScale() {
  bar.scale = make("div", { className: "scale" }, document.body);
  make("div", {}, bar.scale);
  make("i", {}, bar.scale).style.background = `linear-gradient(to right, ${SCALE.join(", ")})`;
  const ends = make("div", { className: "ends" }, bar.scale);
  for (let i = 0; i < 3; i++) make("span", {}, ends);
  bar.hot = make("div", { className: "label hot" }, document.body);
}

function short(value) {
  return value !== 0 && (value < 1e-3 || value >= 1e6) ? value.toExponential(1) : `${+value.toPrecision(3)}`;
}

function lasting(seconds) {
  const [unit, size] = LASTING.find(([, least]) => seconds >= least) || ["s", 1];
  return `${short(seconds / size)} ${unit}`;
}

function ofPart(field, name) {
  const found = coloured.find((one) => one.mesh.parent === nodes[name]);
  return found && Array.from(FIELDS[field].values(found));
}
