// The list of recipes, which filters as one types. Where the server has more than it
// sent, it is asked. input is what the
// model asked, null if it is not known; last is what is shown again after a card was open.
function list(data, last, input) {
  var shownRows = last.rows || data.recipes, cursor = last.rows ? last.cursor : data.next_cursor;
  var count = last.rows ? last.count : typeof data.total === "number" ? data.total : shownRows.length;
  var asked = last.asked || input && input.query || "", latest = 0, waiting = 0, filters = null;
  if (last.rows) filters = last.filters;
  else if (input) {
    filters = Object.assign({}, input);
    ["query", "limit", "cursor", "fields"].forEach((name) => { delete filters[name]; });
  }
  var complete = last.rows ? last.complete : null; // all rows, where the server sent them all
  if (!last.rows && !cursor && input && Object.keys(input).every((name) => { return name === "limit"; })) complete = shownRows;

  var search = el("input", { type: "search", placeholder: "Search recipes", "aria-label": "Search recipes by title or description", input: type, autocomplete: "off" });
  search.value = asked;
  var status = el("p", { class: "quiet", role: "status" });
  var field = el("div", { class: "search" }, search), nothing = el("p", { class: "row" });
  var items = el("ul", { class: "recipes" });
  var next = button("Show more", () => { load(cursor); });

  var typed = { ø: "o", œ: "oe", æ: "ae", ı: "i", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h" };
  // plain and wordsOf are those of the server's search.
  function plain(text) { return String(text || "").toLowerCase().replace(/ß/g, "ss").normalize("NFD").replace(/\p{Mn}/gu, "").replace(/[øœæıłđðþħ]/g, (c) => { return typed[c]; }).normalize("NFC"); }
  function wordsOf(text) {
    var words = plain(text).split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
    return words.length ? words : plain(text).split(/\s+/).filter(Boolean);
  }
  function found() {
    if (!complete) return shownRows;
    var words = wordsOf(search.value);
    return complete.filter((r) => {
      var text = plain(r.title + "\n" + (r.description || ""));
      return words.every((w) => { return text.indexOf(w) >= 0; });
    });
  }
  function type() {
    clearTimeout(waiting);
    if (complete) draw();
    else waiting = setTimeout(() => { load(""); }, 300);
  }
  // narrow says whether more than words keeps recipes out of the list, as far as is known.
  function narrow() { return !filters || Object.keys(filters).length > 0; }
  // load asks the server, for what is in the search field; later answers win.
  function load(from) {
    if (!host.can("call")) { status.textContent = "Ask in the chat for more."; return; }
    var at = shownRows.length, mine = ++latest, query = search.value.trim(), args = Object.assign({}, filters);
    if (query) args.query = query;
    if (from) args.cursor = from;
    status.textContent = "Searching…";
    next.disabled = true;
    host.call("list_recipes", args).then((r) => {
      if (mine !== latest) return;
      if (r.error || !r.data || !Array.isArray(r.data.recipes)) throw new Error(r.text || "The list did not come. Try again.");
      shownRows = from ? shownRows.concat(rows(r.data.recipes)) : rows(r.data.recipes);
      cursor = r.data.next_cursor;
      count = typeof r.data.total === "number" ? r.data.total : shownRows.length;
      asked = query;
      filters = filters || {};
      if (!query && !cursor && !narrow()) complete = shownRows;
      draw();
      if (from) items.children[at].firstChild.focus();
    }).catch((e) => {
      if (mine === latest) status.textContent = e.message;
      next.disabled = false;
    });
  }
  function draw() {
    var shown = found(), of = complete ? complete.length : count, none = search.value.trim() ? "No recipe has these words." : narrow() ? "No recipe fits." : "There are no recipes yet.";
    items.replaceChildren.apply(items, shown.map((r) => {
      var t = total(r), about = [t !== null && minutes(t), levels[r.difficulty], r.servings > 0 && "Serves " + r.servings].filter(Boolean);
      return el("li", {}, el("button", { type: "button", class: "recipe", "data-id": r.id, click: () => { open(r.id); } },
        el("strong", { dir: "auto", class: "clamped" }, r.title), r.description && el("span", { class: "clamped quiet", dir: "auto" }, r.description),
        about.length > 0 && el("span", { class: "about" }, about.map((a) => { return el("span", {}, a); }))));
    }));
    items.hidden = !shown.length;
    status.textContent = !shown.length ? none : shown.length < of ? "Showing " + shown.length + " of " + plural(of, "recipe", "recipes") : plural(of, "recipe", "recipes");
    field.hidden = !shown.length && !search.value && !narrow();
    nothing.replaceChildren();
    if (narrow() || !shown.length && search.value) add(nothing, button("Show all recipes", () => { filters = {}; search.value = ""; type(); search.focus(); }));
    else if (!shown.length) add(nothing, host.can("say") ? button("Save a first recipe", () => {
      host.say("Help me save a first recipe in my Recipe Vault.").catch(() => { status.textContent = "That did not reach the chat. Write there what to save."; });
    }, { class: "main" })
      : "Ask in the chat to save one.");
    next.hidden = complete !== null || !cursor || !filters;
    next.disabled = false;
    host.resize();
  }
  function open(id) {
    if (!host.can("call")) { status.textContent = "Ask in the chat to open it."; return; }
    var now = { rows: shownRows, cursor: cursor, count: count, asked: search.value, complete: complete, filters: filters, id: id };
    openRecipe(id, () => { keep({ recipe_id: null }); list(data, now); });
  }

  put(el("header", {}, el("h1", { tabindex: -1 }, "Recipes")), field, status, items, nothing, el("p", { class: "row" }, next));
  leave = () => { clearTimeout(waiting); latest++; };
  awake(false);
  draw();
  items.querySelectorAll("button").forEach((b) => { if (last.id && b.dataset.id === last.id) b.focus(); });
}
start();
