// The photos: in a grid that is put in order by pointer, touch or keyboard, each with its
// label, its alt text and what can be done with it.
var KINDS = { before: "Before", after: "After", progress: "In progress", detail: "Detail" };
var alts = {}; // alt texts that are being written, by image
var cards = {}; // what is said on a card, by image: {text, bad, ask, busy}

// The order: placed is how the person has put the photos until the server says so too;
// kept is what it was before.
var placed = null, kept = null, waits = 0, saving = null, dragged = null;

function inOrder(images) {
  var ids = placed;
  images.sort((a, b) => { return (a.display_order || 0) - (b.display_order || 0); });
  if (ids) images.sort((a, b) => { return rank(a) - rank(b); });
  function rank(i) { var at = ids.indexOf(i.id); return at < 0 ? ids.length : at; }
  return images;
}
function oneLine(text) { return text.replace(/\s+/g, " ").trim(); }
function ids() { return now.images.map((i) => { return i.id; }); }

function photos() {
  var list = now.images && now.images.filter((i) => { return !queue.some((r) => { return r.entry && r.entry.image_id === i.id; }); }), can = host.can("call");
  var add = can && button([icon("plus"), "Add photos"], "add", pick, { class: "main" });
  var library = can && window.openai && typeof window.openai.selectFiles === "function" && button("From your files", "files", chosen);
  if (!list) return el("div", { class: "bones", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  var grid = el("ul", { class: "grid", "aria-label": "Photos in order" }, list.map((i) => { return card(i, now.images.indexOf(i)); }));
  return el("div", { class: "stack drop", dragover: over, dragleave: over, drop: over },
    chooser, sending(),
    list.length === 0 ? queue.some((r) => { return r.project === now.project.id; }) ? null : panel("photo", "Show the work", can ? "Add photos of the job, or drop them here: before, while you worked, and after. The first one becomes the cover." : "There are no photos yet.", add, library)
      : [el("div", { class: "bar tools" }, el("p", { class: "quiet" }, el("bdi", {}, plural(list.length, "photo", "photos") + (list.length > 1 && can ? ". Drag to reorder." : ""))), el("span", { class: "row end" }, library, add)), grid]);
}

function card(image, at) {
  var hero = image.id === now.project.hero_image_id, of = now.images.length, can = host.can("call"), state = cards[image.id] || {}, name = "photo " + (at + 1);
  var li = el("li", { class: "card", "data-id": image.id });
  var grip = can && of > 1 && button(icon("grip"), "grip-" + image.id, null, { class: "grip", "aria-label": "Photo " + (at + 1) + " of " + of + ". Move with the arrow keys", title: "Move", keydown: (event) => { arrow(event, image.id); }, pointerdown: (event) => { lift(event, li, image.id); } });
  var top = el("div", { class: "shot" },
    arrived(image) ? pictureOf(image, at, "photo") : el("span", { class: "picture photo" }, el("span", { class: "blind" }, icon("photo"), el("span", { class: "quiet" }, "This photo hasn't arrived yet"))),
    hero && el("span", { class: "badge" }, icon("star"), "Cover"), KINDS[image.image_type] && el("span", { class: "badge kind" }, KINDS[image.image_type]), grip);
  if (grip) top.addEventListener("pointerdown", (event) => { if (event.pointerType === "mouse" && event.target.closest(".picture")) lift(event, li, image.id); });
  add(li, top);
  if (!can) {
    if (!blank(image.alt_text)) add(li, el("p", { class: "quiet", dir: "auto" }, image.alt_text));
    return li;
  }
  if (state.ask) {
    return add(li, el("div", { class: "ask", role: "group", "aria-label": "Remove " + name }, el("p", {}, el("strong", {}, "Remove this photo?"), " It is gone for good."), el("p", { class: "row" },
      button(state.busy ? "Removing…" : "Remove", "gone-" + image.id, () => { remove(image.id, at); }, { class: "danger", disabled: !!state.busy }),
      button("Keep", "keep-" + image.id, () => { delete cards[image.id]; draw(); focus("remove-" + image.id); }, { disabled: !!state.busy }))));
  }
  var label = el("select", { "data-key": "label-" + image.id, "aria-label": "What " + name + " shows", change: () => { relabel(image.id, { image_type: label.value || null }, "Label saved."); } },
    el("option", { value: "" }, "Before or after"), Object.keys(KINDS).map((k) => { return el("option", { value: k }, KINDS[k]); }));
  label.value = KINDS[image.image_type] ? image.image_type : "";
  var text = el("textarea", { "data-key": "alt-" + image.id, "aria-label": "Describe " + name + " for people who can't see it", placeholder: "Describe this photo", dir: "auto", autocomplete: "off", rows: 1,
    input: () => { alts[image.id] = text.value; host.resize(); },
    keydown: (event) => {
      if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault();
        text.blur(); // which saves it
      }
    },
    change: () => {
      var value = oneLine(text.value);
      if (value === (image.alt_text || "")) delete alts[image.id];
      else relabel(image.id, { alt_text: value || null }, "Description saved.");
    } });
  text.value = image.id in alts ? alts[image.id] : image.alt_text || "";
  return add(li, el("div", { class: "about" }, text, label,
    el("div", { class: "bar acts" },
      hero || !arrived(image) ? el("span", { class: "quiet" }, hero ? "This is the cover" : "") : button([icon("star"), "Set as cover"], "hero-" + image.id, () => { crown(image.id); }, { class: "plain", "aria-label": "Set as cover: " + name }),
      el("span", { class: "row end tight" },
        of > 1 && [button(icon("before"), "left-" + image.id, () => { move(image.id, at - 1); }, { class: "round", "aria-label": "Move " + name + " forward", disabled: at === 0 }),
          button(icon("after"), "right-" + image.id, () => { move(image.id, at + 1); }, { class: "round", "aria-label": "Move " + name + " back", disabled: at === of - 1 })],
        button(icon("trash"), "remove-" + image.id, () => { cards[image.id] = { ask: true }; draw(); focus("keep-" + image.id); }, { class: "round", "aria-label": "Remove " + name }))),
    state.text && el("p", { class: state.bad ? "wrong" : "quiet" }, state.text)));
}

// mark says something on a photo's card.
function mark(id, text, bad) {
  cards[id] = { text: text, bad: bad };
  tell(text);
  draw();
}

function relabel(id, change, done) {
  var project = now.project.id, name = Object.keys(change)[0];
  mark(id, "Saving…");
  write("set_project_media_labels", { labels: [Object.assign({ image_id: id }, change)] }, () => {
    var i = now.images.find((i) => { return i.id === id; });
    return i && (i[name] || null) === change[name];
  }).then(() => {
    if (name === "alt_text" && oneLine(alts[id] || "") === (change.alt_text || "")) delete alts[id];
    return [done];
  }, (e) => { return [e.message, true]; }).then((said) => { if (now.project.id === project) mark(id, said[0], said[1]); });
}

function crown(id) {
  mark(id, "Saving…");
  write("set_project_hero_media", { hero_image_id: id }, () => { return now.project.hero_image_id === id; })
    .then(() => { mark(id, ""); tell("This is the cover now."); focus("grip-" + id); }, (e) => { mark(id, e.message, true); });
}

function remove(id, at) {
  cards[id] = { ask: true, busy: true };
  draw();
  write("set_project_media_labels", { labels: [{ image_id: id, remove: true }] }, () => { return !now.images.some((i) => { return i.id === id; }); }).then(() => {
    delete cards[id];
    tell("The photo is removed.");
    draw();
    var next = now.images[Math.min(at, now.images.length - 1)];
    if (!next || !focus("grip-" + next.id)) focus("add");
  }, (e) => { mark(id, e.message, true); });
}

// move puts a photo elsewhere, for now; the order is saved once the person is done.
function move(id, to) {
  var from = ids().indexOf(id);
  to = Math.max(0, Math.min(to, now.images.length - 1));
  if (from < 0) return;
  if (from !== to) {
    if (!placed) kept = ids();
    now.images.splice(to, 0, now.images.splice(from, 1)[0]);
    placed = ids();
    draw();
    clearTimeout(waits);
    waits = setTimeout(saveOrder, 700);
  }
  tell("Photo " + (to + 1) + " of " + now.images.length);
}

function arrow(event, id) {
  var at = ids().indexOf(id), back = getComputedStyle(view).direction === "rtl" ? 1 : -1;
  var to = { ArrowLeft: at + back, ArrowRight: at - back, ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: now.images.length - 1 }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  move(id, to);
}

// saveOrder saves how the photos are placed, one call at a time. If it fails, they are as
// they were.
function saveOrder() {
  clearTimeout(waits);
  if (saving) return saving;
  if (!placed || !now) return null;
  var order = placed, id = now.project.id;
  if (order.join() === kept.join()) {
    placed = null;
    return null;
  }
  tell("Saving the order…");
  saving = write("reorder_project_media", { image_ids: order }, () => {
    return now.images.slice().sort((a, b) => { return a.display_order - b.display_order; }).map((i) => { return i.id; }).join() === order.join();
  }).then(() => {
    saving = null;
    if (placed && placed.join() !== order.join()) {
      kept = order;
      return saveOrder();
    }
    placed = null;
    if (now.project.id === id) say("The order is saved.");
  }, (e) => {
    saving = null;
    placed = kept;
    if (now.project.id === id) {
      inOrder(now.images);
      say("The photos are back in their old order. " + e.message, true);
    }
    placed = null;
  }).then(draw);
  return saving;
}

// lift begins to drag a photo: a copy follows the pointer, and the others make room by
// their order in the grid alone, so that the pointer's element stays where it is.
function lift(event, li, id) {
  if (event.button || dragged || now.images.length < 2) return;
  var grid = li.parentNode, all = Array.from(grid.children), x = event.clientX, y = event.clientY, ghost = null, order = all.slice(), pointer = event.pointerId, timer = 0;
  if (event.target.closest(".grip")) event.preventDefault(); // no selection, no scrolling
  else li.querySelectorAll("img").forEach((i) => { i.draggable = false; });
  function start() {
    var box = li.querySelector(".shot").getBoundingClientRect(), img = li.querySelector("img");
    dragged = id;
    ghost = el("div", { class: "ghost", "aria-hidden": "true" });
    ghost.style.inlineSize = Math.min(box.width, 220) + "px";
    if (img) ghost.append(img.cloneNode());
    document.body.append(ghost);
    grid.classList.add("dragging");
    li.classList.add("lifted");
  }
  function moved(e) {
    if (e.pointerId !== pointer) return;
    if (!ghost) {
      if (Math.hypot(e.clientX - x, e.clientY - y) < 6) return;
      start();
    }
    e.preventDefault();
    x = e.clientX;
    y = e.clientY;
    follow();
    clearInterval(timer);
    var room = y < 48 ? -14 : y > window.innerHeight - 48 ? 14 : 0;
    if (room) timer = setInterval(() => { window.scrollBy(0, room); follow(); }, 16);
  }
  function follow() {
    ghost.style.transform = "translate(" + (x - ghost.offsetWidth / 2) + "px," + (y - ghost.offsetHeight / 2) + "px)";
    var over = order.find((c) => {
      var b = c.getBoundingClientRect();
      return c !== li && x >= b.left && x <= b.right && y >= b.top && y <= b.bottom;
    });
    if (!over) return;
    var from = order.indexOf(li), to = order.indexOf(over), b = over.getBoundingClientRect();
    // Past its middle only, so that cards of different heights don't swap for ever.
    var lines = Math.abs(b.top - li.getBoundingClientRect().top) > b.height / 2;
    var rtl = getComputedStyle(view).direction === "rtl", past = lines ? (y - b.top) / b.height : (rtl ? b.right - x : x - b.left) / b.width;
    if (to > from ? past < 0.35 : past > 0.65) return;
    order.splice(to, 0, order.splice(from, 1)[0]);
    order.forEach((c, at) => { c.style.order = at; });
    tell("Photo " + (to + 1) + " of " + order.length);
  }
  function stop(e) {
    if (e.type === "keydown" ? e.key !== "Escape" : e.pointerId !== pointer) return;
    clearInterval(timer);
    ["pointermove", "pointerup", "pointercancel", "keydown"].forEach((type) => { document.removeEventListener(type, type === "pointermove" ? moved : stop, true); });
    if (!ghost) return;
    ghost.remove();
    dragged = null;
    all.forEach((c) => { c.style.order = ""; });
    var drop = e.type === "pointerup";
    if (drop && order.some((c, at) => { return c !== all[at]; })) {
      move(id, order.indexOf(li));
      saveOrder();
    } else draw();
  }
  document.addEventListener("pointermove", moved, true);
  document.addEventListener("pointerup", stop, true);
  document.addEventListener("pointercancel", stop, true);
  document.addEventListener("keydown", stop, true);
}
