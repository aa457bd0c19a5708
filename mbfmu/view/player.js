// Plays the motion in the page that trimesh's template makes; it uses three.js and the globals of that template:
// scene, camera, controls, renderer, tracklight, base64_data.

const BACKGROUND = 0xf3f5f7, GRID = 0xcdd4db, GRID_STRONG = 0xa9b3be;
const SPEEDS = [1, 2, 5];
const SHORT = 5, LONG = 20; // how long a run should play [s]

const state = { t: 0, playing: false, speed: 1, loop: true, follow: "", frames: false, forces: false, names: false, field: "", dirty: true };
const hidden = { frame: () => !state.frames, force: () => !state.forces };
let about, root, action, mixer, labels = [], nodes = {}, last = null, followed = null, bar = {};

// the template loads the picture on its own; it is there as soon as there is a camera
(function wait() { typeof camera === "undefined" || !controls ? requestAnimationFrame(wait) : read(); })();

function read() {
  const bytes = Uint8Array.from(atob(base64_data), (c) => c.charCodeAt(0));
  new THREE.GLTFLoader().parse(bytes.buffer, "", begin);
}

async function begin(gltf) {
  await readColours(gltf);
  await readSoil(gltf);
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
  if (about.chapters.length) Object.assign(about, { start: about.chapters[0].start, stop: about.chapters[0].stop });
  state.t = about.start;
  state.follow = about.follow;
  if (about.still) state.frames = state.names = true;
  light();
  if (about.ground !== null) ground();
  look();
  makeLabels();
  makePanel();
  seek(about.start);
  state.playing = Boolean(action);
  show();
  document.title = about.name;
  window.mbfmu = { seek, pose, choose, stress: (name) => ofPart("stress", name), damage: (name) => ofPart("damage", name), ruts, names: about.parts, ready: true };
  requestAnimationFrame(tick);
}

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

function choose(i) {
  const { start, stop } = about.chapters[i];
  Object.assign(about, { start, stop });
  Object.assign(bar.slider, { min: start, max: stop });
  bar.chapter.value = i;
  seek(start);
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

function draw() {
  state.dirty = false;
  if (state.field) paint();
  sinkSoil();
  scene.traverse((node) => { if (node.isMesh && layerOf(node) in hidden) node.visible = !hidden[layerOf(node)](); });
  tracklight.position.copy(camera.position);
  placeGround();
  renderer.setScissorTest(false);
  renderer.setViewport(0, 0, window.innerWidth, window.innerHeight);
  renderer.render(scene, camera);
  compass();
  placeLabels();
  placeHot();
  if (bar.slider) {
    bar.slider.value = state.t;
    bar.time.textContent = about.chapters.length ? `${Math.round(360 * (state.t - about.start) / (about.stop - about.start))}°` : `${digits(state.t)} s`;
  }
}

function digits(t) {
  const span = about.stop - about.start, places = span > 0 ? Math.min(Math.max(2 - Math.floor(Math.log10(span) - 0.3), 0), 7) : 0;
  return t.toFixed(places);
}
