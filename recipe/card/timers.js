// timers are those that run in a card, in a bar below it. name(at) is what a timer is for.
function timers(name) {
  var bar = el("section", { class: "timers", "aria-label": "Timers", hidden: true });
  var said = el("p", { class: "hidden", role: "status" });
  var list = [], tick = 0, sound = null;
  bar.append(said);

  function start(at, seconds) {
    if (window.AudioContext && !sound) try { sound = new AudioContext(); } catch (e) { sound = null; }
    list = list.filter(function (t) { if (t.at === at) t.row.remove(); return t.at !== at; });
    var t = { at: at, end: Date.now() + seconds * 1000, over: false, clock: el("strong", {}), row: null };
    t.row = el("p", { class: "row between" }, el("span", {}, name(at) + " "), t.clock,
      button("Stop", function () { stop(t); }, { "aria-label": "Stop the timer of " + name(at) }));
    list.push(t);
    bar.append(t.row);
    bar.hidden = false;
    said.textContent = "Timer started: " + name(at);
    draw();
    if (!tick) tick = setInterval(draw, 250);
    host.resize();
  }
  function stop(t) {
    list.splice(list.indexOf(t), 1);
    t.row.remove();
    bar.hidden = !list.length;
    said.textContent = "Timer stopped";
    if (!list.length) leave();
    host.resize();
  }
  function draw() {
    list.forEach(function (t) {
      var s = Math.max(0, Math.ceil((t.end - Date.now()) / 1000));
      var text = s === 0 ? "done" : Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0");
      if (t.clock.textContent !== text) t.clock.textContent = text;
      if (s > 0 || t.over) return;
      t.over = true;
      t.row.classList.add("over");
      said.textContent = "The timer is done: " + name(t.at);
      beep();
    });
  }
  // Three short tones, where the host lets a page sound.
  function beep() {
    if (!sound) return;
    [0, 0.4, 0.8].forEach(function (at) {
      var o = sound.createOscillator(), g = sound.createGain();
      o.frequency.value = 880;
      g.gain.value = 0.2;
      o.connect(g).connect(sound.destination);
      o.start(sound.currentTime + at);
      o.stop(sound.currentTime + at + 0.2);
    });
  }
  function leave() { clearInterval(tick); tick = 0; }
  return { bar: bar, start: start, leave: leave };
}
