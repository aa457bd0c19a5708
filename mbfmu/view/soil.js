// Ruts: heights and colours of soft ground, which change from one row of time to the next.

const soils = [];

async function readSoil(gltf) {
  const found = [];
  gltf.scene.traverse((node) => { if (node.isMesh && node.userData.ruts) found.push(node); });
  for (const mesh of found) {
    const names = Object.keys(mesh.userData.ruts);
    const arrays = await Promise.all(names.map((name) => gltf.parser.getDependency("accessor", mesh.userData.ruts[name])));
    soils.push({ mesh, row: -1, ...Object.fromEntries(names.map((name, i) => [name, arrays[i].array])) });
  }
}

// the last row that has begun; times have 32 bits
function rowAt(times, t) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t + 1e-6 * Math.abs(t)) low = middle; else high = middle - 1;
  }
  return low;
}

function sinkSoil() {
  const scale = soils.length ? about.soil.colours.map(shade) : [], last = scale.length - 1, colour = new THREE.Color();
  for (const one of soils) {
    const { position, color } = one.mesh.geometry.attributes, row = rowAt(one.times, state.t);
    if (row === one.row) continue;
    const sink = (i, z) => {
      position.setZ(i, z);
      const at = Math.min(Math.max(one.mesh.userData.height - z, 0) / (about.soil.deepest || 1), 1) * last, below = Math.min(Math.floor(at), last - 1);
      colour.copy(scale[below]).lerp(scale[below + 1], at - below);
      color.setXYZ(i, colour.r, colour.g, colour.b);
    };
    if (row < one.row || one.row < 0) one.first.forEach((z, i) => sink(i, z));
    const done = row > one.row && one.row >= 0 ? one.counts[one.row] : 0;
    for (let k = done; k < one.counts[row]; k++) sink(one.places[k], one.heights[k]);
    one.row = row;
    position.needsUpdate = color.needsUpdate = true;
    one.mesh.geometry.computeVertexNormals();
  }
}

function makeSoilScale() {
  const box = make("div", { className: "scale soil" }, document.body);
  make("div", { textContent: "depth of ruts in mm" }, box);
  make("i", {}, box).style.background = `linear-gradient(to right, ${about.soil.colours.join(", ")})`;
  const ends = make("div", { className: "ends" }, box);
  for (const share of [0, 0.5, 1]) make("span", { textContent: `${+(1000 * share * about.soil.deepest).toPrecision(3)}` }, ends);
}

function ruts() {
  return soils.map((one) => Array.from({ length: one.first.length }, (_, i) => one.mesh.geometry.attributes.position.getZ(i)));
}
