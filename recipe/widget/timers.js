// timers are those that were started: each in its step while that is shown, else in a bar.
var timers = () => {
  var bar = el("section.timers", { "aria-label": "Timers", hidden: true }), said = el("p.hidden", { role: "status" });
  var list = [], tick = 0, sound = null;

  var start = (key, name, of, seconds) => {
    append({ key: key, name: name, of: of, end: Date.now() + seconds * 1000, left: 0 });
    said.textContent = "Timer started: " + name;
    save();
  };
  // append takes a timer that ends at a time, or is paused with some milliseconds left. What
  // it has in one place while it runs is harmless when it ends under the finger.
  var append = (t) => {
    t.over = false;
    t.clock = el("strong");
    t.less = button("", () => { remove(t); });
    t.more = button("", () => {
      var now = Date.now();
      if (t.over) t.end = now + 60000;
      else if (t.left) t.end = now + t.left;
      t.left = t.over || t.left ? 0 : Math.max(1, t.end - now);
      t.over = false;
      draw();
      save();
    });
    t.row = el("div.run", {}, el("p", {}, el("span.clamped", {}, t.name), el("span.quiet.clamped", {}, t.of)), t.clock, t.less, t.more);
    list.push(t);
    bar.append(t.row);
    bar.hidden = false;
    if (!tick) tick = setInterval(draw, 250);
    draw();
    host.resize();
  };
  var remove = (t) => {
    var focused = t.row.contains(document.activeElement), to;
    list.splice(list.indexOf(t), 1);
    t.row.remove();
    said.textContent = "Timer removed: " + t.name;
    to = t.gone && t.gone() || app.querySelector("h1");
    if (focused && to) to.focus({ preventScroll: true });
    bar.hidden = !bar.firstChild;
    if (!list.length) leave();
    awake();
    save();
    host.resize();
  };
  function save() { keep({ timers: list.map((t) => { return { key: t.key, name: t.name, of: t.of, end: t.end, left: t.left }; }) }); }
  // restore goes on with timers of before a reload, but not with those of long ago.
  var restore = (old) => {
    if (!list.length) rows(old).forEach((t) => {
      if (t.left > 0 || t.end > Date.now() - 3600000) append({ key: t.key, name: String(t.name), of: String(t.of || ""), end: t.end, left: t.left > 0 ? t.left : 0 });
    });
  };
  // gather takes all timers out of their steps.
  var gather = () => {
    list.forEach((t) => { t.gone = null; bar.append(t.row); });
    bar.hidden = !list.length;
  };
  // into puts a timer into its step, if there is one. gone shows that it went, and returns
  // what then has the focus.
  var into = (place, key, gone) => {
    var t = list.find((t) => { return t.key === key; });
    if (!t) return null;
    t.gone = gone;
    place.replaceChildren(t.row);
    bar.hidden = !bar.firstChild;
    return t.more;
  };
  var draw = () => {
    var now = Date.now();
    list.forEach((t) => {
      function set(b, text) {
        b.hidden = !text;
        if (b.textContent === text) return;
        b.textContent = text;
        b.setAttribute("aria-label", text + ": " + t.name);
      }
      var s = Math.max(0, Math.ceil((t.left || t.end - now) / 1000)), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
      var text = s ? (h ? h + ":" + String(m).padStart(2, "0") : m) + ":" + String(s % 60).padStart(2, "0") : "Time’s up", began = !s && !t.over;
      if (t.clock.textContent !== text) t.clock.textContent = text;
      t.over = !s;
      t.row.classList.toggle("over", t.over);
      t.less.classList.toggle("main", t.over);
      set(t.less, t.over ? "OK" : t.left ? "Stop" : "");
      set(t.more, t.over ? "+1 min" : t.left ? "Resume" : "Pause");
      if (began) {
        t.rings = 0;
        t.next = now;
        said.textContent = "Time’s up: " + t.name;
        t.row.scrollIntoView({ block: "nearest" });
      }
      if (t.over && t.rings < 40 && now >= t.next) {
        t.rings++;
        t.next = now + 3000;
        beep();
      }
    });
  };
  // Three short tones, where the host lets a page sound: every three seconds for two minutes,
  // or until someone has heard them.
  document.addEventListener("click", () => {
    var active = navigator.userActivation; // without it, browsers complain
    if (list.length && !sound && window.AudioContext && active && active.isActive) try { sound = new AudioContext(); } catch (e) { sound = null; }
  });
  var beep = () => {
    if (sound) [0, 0.4, 0.8].forEach((at) => {
      var o = sound.createOscillator(), g = sound.createGain();
      o.frequency.value = 880;
      g.gain.value = 0.2;
      o.connect(g).connect(sound.destination);
      o.start(sound.currentTime + at);
      o.stop(sound.currentTime + at + 0.2);
    });
  };
  var leave = () => {
    clearInterval(tick);
    tick = list.length = 0;
    gather();
  };
  return { bar: bar, said: said, list: list, start: start, restore: restore, gather: gather, into: into, leave: leave };
};
