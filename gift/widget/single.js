// The page of one gift, which get_gift_details returns.
var current = "";
function draw() {
  if (!current) return;
  details(known[current], {
    draw: draw, label: "Back to the list", back: host.can("say") && (() => { ask("Show me the list of gift ideas again.", draw); }),
    more: host.can("say") && button([icon("chat"), "More like this"], "more", () => { ask("Show me more gift ideas like “" + named(known[current]) + "” (" + current + ").", draw); })
  });
}
function nothing(text, final) {
  put(panel("warn", "No details", text, host.can("call") && final !== true && button("Try again", "retry", () => { loading("Loading…"); host.retry(); }, { class: "main" })));
  tell(text);
}
var ERRORS = { not_found: "Gift not found. It may have been removed from our catalog.", invalid_input: "Invalid gift ID format.", service_error: "Unable to fetch gift details. Please try again." };
host = widget({
  name: "gift-details", version: "1",
  accepts: (data) => "gift" in data,
  recover: (hint) => hint.input.gift_id ? ["get_gift_details", { gift_id: hint.input.gift_id }] : null,
  show: (data, meta, input, text) => {
    said = null;
    recall(null);
    current = "";
    if (data.error || !rows([data.gift]).length) return nothing(text || ERRORS[data.error] || "There is nothing to show.", data.error !== "service_error");
    current = data.gift.id;
    learn([{ ...data.gift, ...meta.gift }]);
    draw();
    tell(named(known[current]));
  },
  fail: (text) => { nothing(text); }
});
var allowed = "";
host.theme(() => {
  var now = ["call", "say", "open"].map(host.can) + host.locale();
  if (now !== allowed) draw();
  allowed = now;
});
loading("Loading…");
