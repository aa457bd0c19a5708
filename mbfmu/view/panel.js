// What can be pressed.

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

function makePanel() {
  const panel = make("div", { className: "panel" }, document.body), title = make("div", { className: "title" }, document.body);
  make("b", { textContent: about.name }, title);
  if (about.origin) make("span", { textContent: ` seen from ${about.origin}` }, title);
  if (about.cell) make("span", { textContent: ` grid ${+about.cell.toPrecision(3)} m` }, title);
  if (about.message) make("div", { className: "message", textContent: about.message }, document.body);
  if (about.chapters.length) {
    bar.chapter = make("select", { className: "chapters", title: "what is shown" }, panel);
    about.chapters.forEach((chapter, i) => make("option", { value: i, textContent: chapter.name }, bar.chapter));
    bar.chapter.onchange = () => choose(+bar.chapter.value);
  }
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
  bar.follow.value = state.follow;
  bar.follow.onchange = () => { state.follow = bar.follow.value; followed = null; follow(); };
  press("frames", "frames", "frames of parts and axes of joints (F)");
  press("forces", "forces", "forces on the parts (O)");
  press("names", "names", "names of parts and joints (N)");
  if (about.stress > 0) {
    makeScale();
    choice("stress", "flexible bodies in the colours of their stress (S)");
    if (about.damage > 0) choice("damage", "flexible bodies in the colours of the damage that the run does (D)");
  }
  if (about.soil.deepest > 0) makeSoilScale();
  window.addEventListener("keydown", key);
}

function press(what, text, title) {
  const button = make("button", { textContent: text, title, onclick: () => { state[what] = !state[what]; state.dirty = true; show(); } }, document.querySelector(".panel"));
  bar[what] = button;
  return button;
}

function choice(field, title) {
  bar[field] = make("button", { textContent: field, title, onclick: () => { chooseField(field); show(); } }, document.querySelector(".panel"));
}

function toggle() {
  if (!state.playing && state.t >= about.stop) seek(about.start);
  state.playing = !state.playing;
  show();
}

function show() {
  if (bar.play) bar.play.innerHTML = state.playing ? "<i class='pause'></i>" : "<i class='go'></i>";
  for (const what of ["loop", "frames", "forces", "names"]) if (bar[what]) bar[what].classList.toggle("on", state[what]);
  for (const field in FIELDS) if (bar[field]) bar[field].classList.toggle("on", state.field === field);
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
    KeyS: () => bar.stress && bar.stress.click(),
    KeyD: () => bar.damage && bar.damage.click(),
  }[event.code];
  if (!does || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
  event.preventDefault();
  if (document.activeElement) document.activeElement.blur();
  if (event.code.startsWith("Arrow")) state.playing = false;
  does();
  show();
}
