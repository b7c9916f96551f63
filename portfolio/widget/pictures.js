// Pictures come from their address; where the host forbids it, from the server through the
// host; and else there is a place that says so. An element is made once, so that a view
// drawn anew doesn't flicker.
var pictures = new Map(), copies = {}, walls = new Set(), reads = 0;

// The addresses of drafts change with each answer, and are good for an hour.
document.addEventListener("securitypolicyviolation", (event) => {
  try { walls.add(new URL(event.blockedURI).origin); } catch (e) { /* not an address */ }
});

function barred(url) {
  try {
    var u = new URL(url);
    return walls.has(u.origin) || u.protocol === "http:" && location.protocol === "https:";
  } catch (e) { return true; }
}

// picture returns the element of an image; size tells apart where it stands.
function picture(projectID, imageID, url, alt, size) {
  var key = size + imageID, old = pictures.get(key);
  if (old) {
    old.show(url, alt);
    return old.box;
  }
  var box = el("span", { class: "picture " + size }), img = el("img", { alt: alt });
  var tried = "", copied = false;
  function fail() {
    if (!copied && imageID) {
      copied = true;
      copy(projectID, imageID).then((data) => { img.src = data; }, blind);
    } else blind();
  }
  function blind() {
    img.remove();
    if (!box.firstChild) add(box, el("span", { class: "blind" }, icon("photo"), el("span", { class: "quiet" }, img.alt || "Photo can't be shown here")));
    host.resize();
  }
  img.addEventListener("error", fail);
  img.addEventListener("load", () => { box.classList.add("there"); host.resize(); });
  box.append(img);
  pictures.set(key, { box: box, show: show });
  function show(address, words) {
    img.alt = words;
    var bare = String(address || "").split("?")[0];
    if (bare === tried && (box.classList.contains("there") || img.isConnected)) return;
    tried = bare;
    copied = false;
    if (!img.parentNode) box.replaceChildren(img);
    if (!address || barred(address)) fail();
    else img.src = address;
  }
  tried = null;
  show(url, alt);
  return box;
}

// copy asks the server, through the host, for a small copy of an image.
function copy(projectID, imageID) {
  return copies[imageID] = copies[imageID] || new Promise((resolve, reject) => {
    if (window.parent === window) return reject();
    var id = "copy-" + ++reads, timer = setTimeout(end, 10000);
    window.addEventListener("message", heard);
    window.parent.postMessage({ jsonrpc: "2.0", id: id, method: "resources/read", params: { uri: "portfolio://projects/" + projectID + "/images/" + imageID } }, "*");
    function heard(event) {
      if (event.source === window.parent && event.data && event.data.jsonrpc === "2.0" && event.data.id === id) end(event.data.result);
    }
    function end(result) {
      clearTimeout(timer);
      window.removeEventListener("message", heard);
      var c = result && rows(result.contents)[0];
      if (c && /^image\/(jpeg|png|webp)$/.test(c.mimeType) && /^[\w+/=-]+$/.test(c.blob)) return resolve("data:" + c.mimeType + ";base64," + c.blob);
      delete copies[imageID];
      reject();
    }
  });
}

function alt(image, at, of) { return blank(image.alt_text) ? "Photo " + (at + 1) + (of > 1 ? " of " + of : "") : image.alt_text; }

// cover is the image that stands for the project; its alt is the title where it has none.
function cover(size) {
  var p = now.project, image = (now.images || []).find((i) => { return i.id === p.hero_image_id && arrived(i); });
  if (!image && blank(p.hero_image_url)) return null;
  return picture(p.id, p.hero_image_id, image ? image.url : p.hero_image_url, image && !blank(image.alt_text) ? image.alt_text : "Cover photo of " + titled(p), size);
}
