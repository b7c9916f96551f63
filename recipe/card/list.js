// The list of recipes, which filters as one types. Where the server has more than it
// sent, it is asked. last is what is shown again after a card was open.
function list(data, last) {
  var rows = last.rows || data.recipes, cursor = last.rows ? last.cursor : data.next_cursor;
  var count = last.rows ? last.count : typeof data.total === "number" ? data.total : rows.length;
  var asked = last.asked || "", latest = 0, waiting = 0;
  var complete = last.rows ? last.complete : null; // all rows, where the server sent them all
  if (complete === null && !cursor) complete = rows;

  var search = el("input", { type: "search", placeholder: "Search title or description", "aria-label": "Search recipes", input: type, autocomplete: "off" });
  search.value = asked;
  var status = el("p", { class: "quiet", role: "status" });
  var items = el("ul", { class: "recipes" });
  var next = button("Show more", function () { load(cursor); });

  function plain(text) { return String(text || "").normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); }
  function found() {
    if (!complete) return rows;
    var words = plain(search.value).split(/\s+/).filter(Boolean);
    return complete.filter(function (r) {
      var text = plain(r.title + " " + (r.description || ""));
      return words.every(function (w) { return text.indexOf(w) >= 0; });
    });
  }
  function type() {
    clearTimeout(waiting);
    if (complete) draw();
    else waiting = setTimeout(function () { load(""); }, 300);
  }
  // load asks the server, for what is in the search field; later answers win.
  function load(from) {
    if (!host.can("call")) { status.textContent = "Ask in the chat for more."; return; }
    var mine = ++latest, query = search.value.trim(), args = {};
    if (query) args.query = query;
    if (from) args.cursor = from;
    status.textContent = "Searching…";
    next.disabled = true;
    host.call("list_recipes", args).then(function (r) {
      if (mine !== latest) return;
      if (r.error || !r.data || !Array.isArray(r.data.recipes)) throw new Error(r.text || "The list did not come. Try again.");
      rows = from ? rows.concat(r.data.recipes) : r.data.recipes;
      cursor = r.data.next_cursor;
      count = typeof r.data.total === "number" ? r.data.total : rows.length;
      asked = query;
      if (!query && !cursor) complete = rows;
      draw();
    }).catch(function (e) {
      if (mine === latest) status.textContent = e.message;
      next.disabled = false;
    });
  }
  function draw() {
    var shown = found();
    items.replaceChildren.apply(items, shown.map(function (r) {
      var t = total(r), about = [t !== null && minutes(t), levels[r.difficulty], r.servings > 0 && "serves " + r.servings].filter(Boolean);
      return el("li", {}, el("button", { type: "button", class: "recipe", click: function () { open(r.id); } },
        el("strong", {}, r.title), r.description && el("span", { class: "clamped" }, r.description), el("span", { class: "about quiet" }, about.map(function (a) { return el("span", {}, a); }))));
    }));
    var of = complete ? complete.length : count;
    status.textContent = shown.length ? shown.length < of ? "Showing " + shown.length + " of " + plural(of, "recipe", "recipes") : plural(of, "recipe", "recipes")
      : search.value.trim() ? "No recipe has these words." : "There are no recipes yet. Ask in the chat to save one.";
    next.hidden = complete !== null || !cursor;
    next.disabled = false;
    host.resize();
  }
  function open(id) {
    var now = { rows: rows, cursor: cursor, count: count, asked: search.value, complete: complete, id: id };
    openRecipe(id, function () { host.state({}); list(data, now); });
  }

  put(el("header", {}, el("h1", {}, "Recipes")), el("div", { class: "search" }, search), status, items, el("p", { class: "row" }, next));
  view = { leave: function () { clearTimeout(waiting); latest++; } };
  draw();
  if (last.id) search.focus();
}
start();
