// The gifts: what is known of each, the stars, and the call whose answer is shown.
var known = {}; // by id, what results said of a gift
var stars = []; // ids, in the order in which they were starred
var asked = null; // arguments of the list's call, without stars; null if they were lost

var MOST = 20; // stars and past gifts that a call may have
var PRICES = { budget: "Under $25", moderate: "$25–75", premium: "$75–200", luxury: "Over $200" };
function price(gift) { return PRICES[gift.price_range] || gift.price_range || ""; }
function named(gift) { return gift && gift.name || "This idea"; }
function whole(gift) { return !!gift && typeof gift.full_description === "string"; }

// learn keeps what a result says of gifts, beside what others said.
function learn(list) {
  rows(list).forEach((g) => { known[g.id] = { ...known[g.id], ...g }; });
}

// list reads a list of texts, which may have come as JSON.
function list(v) {
  try { return texts(typeof v === "string" ? JSON.parse(v) : v); } catch (e) { return []; }
}

// recall sets the arguments and the stars: those that were kept for this description, or
// those of the call.
function recall(input) {
  var state = host.state() || {}, description = input && input.recipient_description || state.recipientDescription;
  asked = typeof description === "string" && description ? { ...input, recipient_description: description, past_gifts: list(input && input.past_gifts) } : null;
  if (asked) delete asked.starred_gift_ids;
  var kept = Array.isArray(state.starredGiftIds) && (!state.recipientDescription || state.recipientDescription === description);
  stars = list(kept ? state.starredGiftIds : input && input.starred_gift_ids).map((id) => id.toLowerCase());
}

function starred(id) { return stars.includes(id); }
function toggle(id) {
  stars = starred(id) ? stars.filter((s) => s !== id) : stars.concat(id);
  var state = { starredGiftIds: stars, recipientDescription: asked ? asked.recipient_description : "" };
  host.state(state, { ...state, starredGifts: stars.map((s) => ({ id: s, name: named(known[s]) })) });
  tell(named(known[id]) + (starred(id) ? ": starred." : ": no longer starred."));
}
function star(gift, key, draw, text, main) {
  return button([icon("star"), text], key, () => { toggle(gift.id); draw(); }, {
    class: text ? "wide" + (main ? " main" : "") : "star", "aria-pressed": String(starred(gift.id)), "aria-label": text ? null : "Star " + named(gift)
  });
}

// prices are a gift's price, and that it is a popular idea where it matches nothing.
function prices(gift) {
  return [el("strong", { class: "price", dir: "auto" }, gift.price || price(gift)), gift.popular && el("span", { class: "match popular" }, "Popular")];
}
// reason says why a gift fits; what the price, or each card of a list, says already is left out.
function reason(gift, common) {
  var plain = (t) => t.trim().toLowerCase().replace("–", "-");
  var parts = typeof gift.reason === "string" ? gift.reason.split(" · ").filter((t) => plain(t) && plain(t) !== plain(price(gift)) && !(common || []).includes(t)) : [];
  return parts.length > 0 && el("p", { class: "reason" }, icon("check"), el("span", { dir: "auto" }, parts.join("\u00a0· ")));
}

// fetchGift gets what is to be known of a gift.
function fetchGift(id) {
  return host.call("get_gift_details", { gift_id: id }).then((r) => {
    var gift = r.data && r.data.gift;
    if (r.error || !gift) {
      var e = new Error(r.text || "This idea could not be loaded. Try again.");
      e.gone = r.data && r.data.error === "not_found";
      throw e;
    }
    learn([{ ...gift, ...r.meta.gift, full_description: gift.full_description || "" }]);
  });
}
