// The list of recipes, which filters as one types. Where the server has more than it
// sent, it is asked. input is what the
// model asked, null if it is not known; last is what is shown again after a card was open.
var list = (data, last, input) => {
  var shownRows = last.rows || data.recipes, cursor = last.rows ? last.cursor : data.next_cursor;
  var count = last.rows ? last.count : data.total ?? shownRows.length;
  var asked = last.asked || input && input.query || "", latest = 0, waiting = 0, filters = null;
  // A frame grows with the page, and then the host scrolls: a long list would take the
  // search field away.
  var page = 20, most = last.most || page;
  if (last.rows) filters = last.filters;
  else if (input) {
    filters = { ...input };
    ["query", "limit", "cursor", "fields"].forEach((name) => { delete filters[name]; });
  }
  var complete = last.rows ? last.complete : null; // all rows, where the server sent them all
  if (!last.rows && !cursor && input && Object.keys(input).every((name) => { return name === "limit"; })) complete = shownRows;
  var calls = host.can("call"), says = host.can("say");

  var search = el("input", { type: "search", placeholder: "Search recipes", "aria-label": "Search recipes", input: type, autocomplete: "off", dir: "auto" });
  search.value = asked;
  var status = el("p.quiet", { role: "status", dir: "auto" });
  var field = el("div.search", {}, search), nothing = el("div");
  var items = el("ul.recipes");
  var next = button("Show more", more), up = button("Back to search", () => { search.focus(); }, { class: "plain" });

  var typed = { ø: "o", œ: "oe", æ: "ae", ı: "i", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h" };
  // plain and wordsOf are those of the server's search: accents
  // are left out, up to those of Syriac, and marks of another letter, as in kana, are kept.
  var accents = /([!-\u077f]|[^\p{L}\p{M}])\p{Mn}+|\p{VS}/gu;
  var plain = (text) => String(text || "").toLowerCase().replace(/ß/g, "ss").normalize("NFD").replace(accents, "$1").replace(/[øœæıłđðþħ]/g, (c) => { return typed[c]; }).normalize("NFC");
  var wordsOf = (text) => {
    var words = plain(text).split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
    return words.length ? words : plain(text).split(/\s+/).filter(Boolean);
  };
  var found = () => {
    if (!complete && calls) return shownRows;
    var words = wordsOf(search.value);
    return (complete || shownRows).filter((r) => {
      var text = plain(r.title + "\n" + (r.description || ""));
      return words.every((w) => { return text.indexOf(w) >= 0; });
    });
  };
  function type() {
    clearTimeout(waiting);
    most = page;
    if (complete || !calls) draw();
    else waiting = setTimeout(() => { load(""); }, 300);
  }
  function more() {
    var at = items.children.length;
    most = at + page;
    if (at === found().length) return load(cursor, at);
    draw();
    items.children[at].firstChild.focus();
  }
  // narrow says whether more than words keeps recipes out of the list, as far as is known.
  var narrow = () => !filters || Object.keys(filters).length > 0;
  // load asks the server, for what is in the search field; later answers win.
  var load = (from, at) => {
    var mine = ++latest, query = search.value.trim(), args = { ...filters };
    if (query) args.query = query;
    if (from) args.cursor = from;
    status.textContent = "Searching…";
    next.disabled = true;
    host.call("list_recipes", args).then((r) => {
      if (mine !== latest) return;
      if (r.error || !r.data || !Array.isArray(r.data.recipes)) throw new Error(plainly(r.text));
      shownRows = from ? shownRows.concat(rows(r.data.recipes)) : rows(r.data.recipes);
      cursor = r.data.next_cursor;
      count = r.data.total ?? shownRows.length;
      asked = query;
      filters = filters || {};
      if (!query && !cursor && !narrow()) complete = shownRows;
      draw();
      if (from && items.children[at]) items.children[at].firstChild.focus();
    }).catch((e) => {
      if (mine === latest) status.textContent = plainly(e.message);
      next.disabled = false;
    });
  };
  // row is a button that opens the recipe: here, or in the chat. Where neither can be, it
  // shows the whole text.
  var row = (r) => {
    var t = total(r), item = el("li", {}, el("button.recipe", { type: "button", "data-id": r.id, click: () => {
      if (calls) open(r); else if (says) tell("Show me the recipe " + quoted(r.title) + "."); else { item.classList.toggle("whole"); host.resize(); }
    } }, el("strong.clamped", {}, r.title),
    el("span.about", {}, [t !== null && minutes(t), levels[r.difficulty], r.servings > 0 && "Serves " + num(r.servings)].filter(Boolean).map((a) => { return el("span", {}, a); })),
    r.description && el("span.clamped.quiet", {}, r.description)));
    return item;
  };
  var draw = () => {
    var all = found(), words = search.value.trim(), of = complete || !calls && words ? all.length : count;
    items.replaceChildren(...all.slice(0, most).map(row));
    var shown = items.children.length, everything = (words || narrow()) && calls && button("Show all recipes", () => { filters = {}; search.value = ""; type(); search.focus(); });
    items.hidden = !shown;
    status.textContent = !shown ? "" : (shown < of ? "Showing " + num(shown) + " of " : "") + plural(of, "recipe", "recipes") + (calls ? "" : says ? ". Press one to ask for it in the chat." : ". Ask in the chat to open one.");
    field.hidden = !shown && !words && !narrow();
    nothing.replaceChildren();
    if (shown) add(nothing, narrow() && everything);
    else if (words || narrow()) {
      add(nothing, note("empty", el("h2", {}, words ? "No recipe has " + quoted(words) : "No recipe fits"), says ? "Titles and descriptions are searched." : "Ask in the chat to look further or create one.",
        words && says && [button("Ask in the chat", () => { tell("Find a recipe for " + quoted(words) + " in my Recipe Vault."); }, main),
          button("Create one", () => { tell("Help me create and save a recipe for " + quoted(words) + "."); })], everything));
    } else {
      add(nothing, note("empty", el("h2", {}, "Your recipes will be here"), "There are no recipes yet. Tell or paste one in the chat, and it will be saved.",
        says && button("Save a first recipe", () => { tell("Ask me for a first recipe, and save it in my Recipe Vault."); }, main)));
    }
    next.hidden = shown === all.length && (!calls || complete !== null || !cursor || !filters);
    up.hidden = shown < 10;
    next.disabled = false;
    host.resize();
  };
  var open = (r) => {
    var now = { rows: shownRows, cursor: cursor, count: count, asked: search.value, complete: complete, filters: filters, id: r.id, most: most };
    openRecipe(r, () => { keep({ recipe_id: null }); list(data, now); });
  };

  put(el("h1", { tabindex: -1 }, "Recipes"), field, status, items, nothing, el("p.row.between", {}, next, up));
  leave = () => { clearTimeout(waiting); latest++; };
  awake(false);
  draw();
  items.querySelectorAll("button").forEach((b) => { if (last.id && b.dataset.id === last.id) b.focus(); });
};
start();
