// One gift with all that is known of it. way is {back, label, draw, more}: what leads back,
// what draws the view anew, and buttons of the page.
function details(gift, way) {
  var link = /^https:\/\/[^\s/]/.test(gift.purchase_url || "") && gift.purchase_url;
  var facts = [["For", texts(gift.recipient_types)], ["Occasions", texts(gift.occasions)], ["Categories", texts(gift.categories)]];
  put(
    way.back && button([icon("back"), way.label], "back", way.back, { class: "plain" }),
    notice(),
    el("article", { class: "details", "aria-busy": way.waiting ? "true" : null },
      el("header", {}, tile(gift, "large"), el("div", {}, el("h1", { tabindex: -1, "data-key": "title", dir: "auto" }, named(gift)), p(gift.brief_description, "quiet"), el("p", { class: "facts" }, prices(gift)))),
      el("div", { class: "story" },
        reason(gift),
        whole(gift) ? p(gift.full_description, "lines") : way.waiting && el("div", { class: "bones", "aria-hidden": "true" }, el("b"), el("b"), el("b")),
        gift.purchasing_guidance && el("section", { class: "where" }, el("h2", {}, icon("bag"), "Where to find it"), p(gift.purchasing_guidance, "lines"))),
      el("aside", {},
        el("dl", {}, facts.map((f) => f[1].length > 0 && el("div", {}, el("dt", {}, f[0]), el("dd", { dir: "auto" }, f[1].join(", "))))),
        el("div", { class: "acts" },
          link && host.can("open") && button([icon("out"), "Go to the shop"], "shop", () => { visit(link, way.draw); }, { class: "main" }),
          link && p((host.can("open") ? "Opens " + site(link) : link) + (gift.affiliate ? ". Affiliate link: whoever runs this catalog may earn a commission." : ""), "quiet small"),
          star(gift, "star", way.draw, "Star this idea", !link && !starred(gift.id)),
          way.more))));
}

function site(link) {
  try { return new URL(link).hostname.replace(/^www\./, ""); } catch (e) { return "the shop"; }
}
function visit(link, draw) {
  said = null;
  host.open(link).catch((e) => { say("The page did not open (" + e.message + "): " + link, true); draw(); });
}
