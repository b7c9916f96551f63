// timers are those that run, in a bar below whatever is shown.
function timers() {
  var bar = el("section", { class: "timers", "aria-label": "Timers", hidden: true });
  var said = el("p", { class: "hidden", role: "status" });
  var list = [], tick = 0, sound = null;
  bar.append(said);

  function start(key, name, seconds) {
    var active = navigator.userActivation; // without it, browsers complain
    if (window.AudioContext && !sound && active && active.isActive) try { sound = new AudioContext(); } catch (e) { sound = null; }
    var old = list.find((t) => { return t.key === key; });
    if (old && !old.over) { said.textContent = "The timer runs already: " + name; old.stop.focus(); return; }
    if (old) remove(old);
    append(key, name, Date.now() + seconds * 1000);
    said.textContent = "Timer started: " + name;
    save();
  }
  function append(key, name, end) {
    var t = { key: key, name: name, end: end, over: false, clock: el("strong", {}), stop: null, row: null };
    t.stop = button("Stop", () => { remove(t); said.textContent = "Timer stopped"; save(); }, { "aria-label": "Stop the timer: " + name });
    t.row = el("p", {}, el("span", { dir: "auto", class: "clamped" }, name), t.clock, t.stop);
    list.push(t);
    bar.append(t.row);
    bar.hidden = false;
    if (!tick) tick = setInterval(draw, 250);
    draw();
    host.resize();
  }
  function remove(t) {
    var focused = t.row.contains(document.activeElement), first = app.querySelector("h1");
    list.splice(list.indexOf(t), 1);
    t.row.remove();
    bar.hidden = !list.length;
    if (!list.length) leave();
    awake();
    if (focused && list.length) list[0].stop.focus();
    else if (focused && first) first.focus({ preventScroll: true });
    host.resize();
  }
  function save() { keep({ timers: list.map((t) => { return { key: t.key, name: t.name, end: t.end }; }) }); }
  // restore goes on with timers of before a reload, but not with those of long ago.
  function restore(old) {
    if (list.length) return;
    rows(old).forEach((t) => { if (t.end > Date.now() - 3600000) append(t.key, String(t.name), t.end); });
  }
  function draw() {
    list.forEach((t) => {
      var s = Math.max(0, Math.ceil((t.end - Date.now()) / 1000)), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
      var text = s === 0 ? "Time’s up" : (h ? h + ":" + String(m).padStart(2, "0") : m) + ":" + String(s % 60).padStart(2, "0");
      if (t.clock.textContent !== text) t.clock.textContent = text;
      if (s > 0 || t.over) return;
      t.over = true;
      t.row.classList.add("over");
      t.stop.textContent = "OK";
      t.stop.setAttribute("aria-label", "OK: " + t.name);
      said.textContent = "Time’s up: " + t.name;
      beep();
    });
  }
  // Three short tones, where the host lets a page sound.
  function beep() {
    if (!sound) return;
    [0, 0.4, 0.8].forEach((at) => {
      var o = sound.createOscillator(), g = sound.createGain();
      o.frequency.value = 880;
      g.gain.value = 0.2;
      o.connect(g).connect(sound.destination);
      o.start(sound.currentTime + at);
      o.stop(sound.currentTime + at + 0.2);
    });
  }
  function leave() { clearInterval(tick); tick = 0; }
  return { bar: bar, start: start, restore: restore, leave: leave };
}
