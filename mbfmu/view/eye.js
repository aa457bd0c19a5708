// From where one looks: turned around the target with a level horizon, and taken along with a part.

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
