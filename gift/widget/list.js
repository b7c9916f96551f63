// The list: what was found, the stars above it, and what asks for more.
var shelf = null; // {ids, pinned, context, notes}: what is shown; pinned are stars of before
var earlier = []; // shelves of before, the latest last, each with its arguments
var seen = []; // names shown by this page and not starred, that other ideas are not to repeat
var given = []; // the past gifts of the first call
var opened = ""; // the gift that is shown alone
var busy = "", question = 0; // what is waited for, and the latest call

// stack makes a result the list that is shown. It says whether it has gifts.
function stack(data, meta, text) {
  var found = rows(data.gifts), q = data.query_context || {};
  learn(found);
  learn(rows(meta.gifts).map((g) => ({ reason: "", ...g }))); // a reason is of one list
  var ids = (found.length ? found : rows(meta.gifts)).map((g) => g.id);
  if (!ids.length) return false;
  shelf = { ids: ids, pinned: stars.filter((s) => !ids.includes(s)), popular: data.fallback === true || q.fallback_used === true && !q.above_threshold, understood: texts([meta.understood])[0], notes: texts(meta.notes).filter((t) => t !== meta.understood) };
  // A short list may end with popular ideas that match nothing.
  shelf.ids.forEach((id) => { known[id].popular = shelf.popular || /^popular( ·|$)/.test(known[id].reason); });
  shelf.context = context(q, (text || "").split("\n")[0]);
  return true;
}
function context(q, first) {
  if (shelf.popular) return first || "No strong matches found. Here are some popular gift ideas.";
  var found = typeof q.above_threshold === "number" && typeof q.total_searched === "number" &&
    "Found " + plural(q.above_threshold, "match", "matches") + " from " + plural(q.total_searched, "idea", "ideas");
  return q.starred_boost_applied === true ? "Refined by " + plural(stars.length || 1, "star", "stars") + (found ? " · " + found : "") : found || plural(shelf.ids.length, "idea", "ideas");
}

function draw() {
  if (opened) return drawDetails();
  if (!shelf) return;
  var pinned = shelf.pinned.filter((id) => known[id]);
  put(
    el("header", { class: "top" }, el("h1", { tabindex: -1, "data-key": "title" }, "Gift ideas"), asked && p("“" + asked.recipient_description + "”", "quiet clamp")),
    notice(),
    pinned.length > 0 && el("section", { class: "pinned", "aria-labelledby": "pinned" },
      el("h2", { id: "pinned" }, "Your starred ideas"), el("ul", {}, pinned.map((id) => card(known[id], true)))),
    el("section", { "aria-labelledby": "found", "aria-busy": busy ? "true" : null },
      el("h2", { id: "found", class: "context", tabindex: -1, "data-key": "found", dir: "auto" }, shelf.context),
      shelf.understood && p(shelf.understood, "quiet"),
      shelf.notes.length > 0 && p(shelf.notes.join("\n"), "quiet small lines"),
      el("ul", { class: "gifts" }, shelf.ids.map((id) => card(known[id])))),
    foot());
}

function card(gift, small) {
  var key = (small ? "pinned-" : "open-") + gift.id, opens = whole(gift) || host.can("call") || host.can("say");
  return el("li", { class: small ? "card small" : "card" },
    tile(gift),
    el("h3", { dir: "auto" }, opens ? button(named(gift), key, () => { open(gift.id, key); }, { class: "name" }) : named(gift)),
    star(gift, "star-" + key, draw),
    el("div", { class: "about" },
      !small && p(gift.brief_description, "brief"),
      !small && reason(gift, common()),
      el("p", { class: "facts" }, small ? el("span", { dir: "auto" }, price(gift)) : prices(gift),
        !small && el("span", { dir: "auto" }, texts(gift.categories).slice(0, 3).join("\u00a0· ")))));
}

// common are the reasons that all ideas of the list have: they are said once, above it.
function common() {
  var all = shelf.ids.map((id) => typeof known[id].reason === "string" ? known[id].reason.split(" · ") : []);
  return all.length > 1 ? all[0].filter((t) => all.every((parts) => parts.includes(t))) : [];
}

// foot has what asks for more: a call, or a message where the page may call nothing.
function foot() {
  var calls = host.can("call") && asked, n = stars.length;
  if (!calls && !host.can("say")) return el("p", { class: "quiet" }, "Ask in the chat for more ideas like the ones you like.");
  var act = (text, key, mark, click, main) => button([icon(mark), busy === key ? "Finding ideas…" : text], key, () => { if (!busy) click(); },
    { class: main ? "main" : null, "aria-disabled": busy ? "true" : null });
  return el("footer", {}, !n && el("p", { class: "quiet" }, icon("star"), "Star the ones you like to get a better list."),
    el("div", { class: "row" },
      n > 0 && act("Refine Recommendations (" + number(n) + ")", "refine", "star", calls ? refine : askRefined, true),
      act("Other ideas", "other", "again", calls ? others : askOthers),
      shelf.understood && host.can("say") && button("Correct", "correct", () => {
        ask("That isn't quite right: “" + shelf.understood + "” Ask me what to change, and look again.", draw);
      }, { class: "plain", "aria-label": "Correct: " + shelf.understood }),
      earlier.length > 0 && button([icon("back"), "Earlier ideas"], "earlier", goBack, { class: "plain" })));
}

// find gets another list; the latest question counts, and one that brings nothing leaves
// what is there.
function find(why, call) {
  var mine = ++question, again = () => { find(why, call); }, drop = () => mine !== question;
  said = null;
  busy = why;
  draw();
  tell("Finding ideas…");
  // What was passed over may have been starred since, and more like it is wanted.
  var liked = stars.map((id) => named(known[id]));
  var args = { ...call, past_gifts: call.past_gifts.filter((n) => !liked.includes(n)), starred_gift_ids: stars.slice(-MOST) };
  host.call("get_recommendations", args).then((r) => {
    if (drop()) return;
    var before = { shelf: shelf, asked: asked }, data = r.data || {};
    if (r.error || data.error || !stack(data, r.meta, r.text)) throw new Error(r.text || "No other ideas were found.");
    earlier = earlier.concat(before).slice(-9);
    asked = call;
    busy = "";
    draw();
    tell(shelf.context);
    if (!opened) arrive("found", true);
  }).catch((e) => {
    if (drop()) return;
    busy = "";
    say(e.message, true, again);
    draw();
    if (!opened) focus("again");
  });
}
function refine() { find("refine", asked); }
function others() {
  var shown = shelf.ids.filter((id) => !starred(id)).map((id) => named(known[id]));
  seen = seen.filter((n) => !shown.includes(n)).concat(shown);
  var own = given.filter((n) => !seen.includes(n)), fresh = seen.slice(-MOST);
  // What was given before stays as long as there is room beside what is shown now.
  own = own.slice(Math.max(0, own.length + shown.length - MOST));
  find("other", { ...asked, past_gifts: own.concat(fresh.slice(Math.max(0, own.length + fresh.length - MOST))) });
}
function goBack() {
  var last = earlier.pop();
  question++;
  busy = "";
  said = null;
  asked = last.asked;
  shelf = last.shelf;
  shelf.pinned = stars.filter((s) => !shelf.ids.includes(s));
  draw();
  tell(shelf.context);
  arrive("found", true);
}

// The same in words.
function quoted(ids) { return ids.map((id) => "“" + named(known[id]) + "” (" + id + ")").join(", "); }
function person() { return asked ? " for “" + asked.recipient_description + "”" : ""; }
function askRefined() { ask("Refine the gift recommendations" + person() + ", using the ideas that I starred: " + quoted(stars) + ".", draw); }
function askOthers() {
  ask("Show me other gift ideas" + person() + ", not these again: " + shelf.ids.filter((id) => !starred(id)).map((id) => "“" + named(known[id]) + "”").join(", ") + ".", draw);
}

var from = ""; // the button that opened the gift
function open(id, key) {
  if (!whole(known[id]) && !host.can("call")) return ask("Tell me more about the gift idea “" + named(known[id]) + "” (" + id + ").", draw);
  opened = id;
  from = key;
  said = null;
  complete(id);
  arrive("title");
}
// complete gets what a gift lacks; an answer that comes after Back is kept for later.
function complete(id) {
  var missing = !whole(known[id]);
  drawDetails(missing);
  if (!missing) return;
  tell("Loading…");
  fetchGift(id).then(() => { said = null; }, (e) => {
    if (opened === id) say(e.message, true, e.gone ? null : () => { said = null; complete(id); });
  }).then(() => { if (opened === id) drawDetails(); });
}
function drawDetails(waiting) { details(known[opened], { back: close, label: "All ideas", draw: drawDetails, waiting: waiting === true }); }
function close() {
  opened = "";
  said = null;
  draw();
  if (!arrive(from)) arrive("title");
}
document.addEventListener("keydown", (e) => { if (e.key === "Escape" && opened) close(); });

// nothing says why there is no list.
function nothing(text, bad, final) {
  put(panel(bad ? "warn" : "gift", bad ? "That did not work" : "No ideas yet", text,
    host.can("call") && bad && !final && button("Try again", "retry", () => { loading("Finding gift ideas…"); host.retry(); }, { class: "main" })));
  tell(text);
}

var ERRORS = { invalid_input: "Please provide a description of the gift recipient.", service_error: "Unable to fetch recommendations. Please try again." };
function show(data, meta, input, text) {
  question++;
  busy = opened = "";
  said = null;
  earlier = [];
  seen = [];
  shelf = null;
  recall(input);
  given = asked ? asked.past_gifts : [];
  if (data.error) return nothing(text || ERRORS[data.error] || "Ask in the chat what happened.", true, data.error === "invalid_input");
  if (!stack(data, meta, text)) return nothing(text || "Nothing in the catalog fits. Describe the person in more detail, or drop a condition.");
  draw();
  tell(shelf.context);
  if (host.can("call")) shelf.pinned.filter((id) => !known[id]).slice(-MOST).forEach((id) => {
    fetchGift(id).then(draw, (e) => { if (e.gone && starred(id)) { stars = stars.filter((s) => s !== id); draw(); } });
  });
}

host = widget({
  name: "gift-list", version: "1",
  accepts: (data, meta) => Array.isArray(data.gifts) || rows(meta.gifts).length > 0,
  recover: (hint) => {
    var args = { ...hint.input };
    args.recipient_description = args.recipient_description || hint.state.recipientDescription;
    return args.recipient_description ? ["get_recommendations", args] : null;
  },
  show: show,
  fail: (text) => { nothing(text, true); }
});
// What a host allows may be known late.
var allowed = "";
host.theme(() => {
  var now = ["call", "say", "open"].map(host.can) + host.locale();
  if (now !== allowed && shelf) draw();
  allowed = now;
});
loading("Finding gift ideas…");
