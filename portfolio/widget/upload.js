// New photos: picked or dropped here, or in the chat. Each is made small enough, announced
// with add_project_media, and sent to the address that it gets, one after the other.
var SIDE = 2048, BYTES = 5 * 1024 * 1024, TYPES = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/heic": "heic" };
var queue = []; // {key, project, name, file, small, step, done, error, entry, preview, fileId}
var working = false, counted = 0;

var input = el("input", { type: "file", accept: "image/jpeg,image/png,image/webp", multiple: true, class: "hidden", tabindex: -1, "aria-label": "Photos to add", change: () => {
  var files = Array.from(input.files);
  input.value = "";
  if (files.length) return receive(files);
  // Some phones return nothing of several.
  input.multiple = false;
  say("No photo arrived. Add photos here, one at a time.", true);
  draw();
} });
var chooser = el("div", { "aria-hidden": "true", class: "hidden" }, input);
var forRow = null; // the photo of the chat that is chosen by hand

function pick() { forRow = null; input.click(); }

function over(event) {
  var has = event.dataTransfer && Array.from(event.dataTransfer.types).indexOf("Files") >= 0;
  if (!has || !host.can("call")) return;
  event.preventDefault();
  event.currentTarget.classList.toggle("over", event.type === "dragover");
  if (event.type === "drop") receive(Array.from(event.dataTransfer.files));
}

function receive(files) {
  said = null;
  if (forRow) {
    var row = forRow;
    forRow = null;
    row.file = files[0];
    row.name = files[0].name || row.name;
    row.error = "";
    row.step = "ready";
    return work();
  }
  files.forEach((file) => { enqueue({ name: file.name || "photo.jpg", file: file }); });
  work();
}

function enqueue(row) {
  queue.push(Object.assign({ key: "up" + ++counted, project: now.project.id, step: "ready", done: 0 }, row));
}

// chosen takes files that the person has in ChatGPT.
function chosen() {
  window.openai.selectFiles().then((files) => {
    rows(files).forEach((f) => { if (f.fileId) enqueue({ name: f.fileName || "photo.jpg", fileId: f.fileId, type: f.mimeType || "image/jpeg" }); });
    work();
  }, (e) => { say(e.message, true); draw(); });
}

// adopt takes uploads that the model has begun for files of the chat. Those whose bytes
// are there are left alone: a chat that is opened again replays its results.
function adopt(uploads) {
  var id = now.project.id;
  uploads = rows(uploads).filter((u) => { return u.signed_url && u.file_id && !queue.some((r) => { return r.entry && r.entry.image_id === u.image_id; }); });
  if (!uploads.length || !host.can("call")) return;
  read(id).then(() => {
    uploads.forEach((u) => {
      var image = (now.images || []).find((i) => { return i.id === u.image_id; });
      if (image && image.uploaded !== true && now.project.id === id) enqueue({ name: "Photo from the chat", fileId: u.file_id, type: u.content_type, entry: u });
    });
    work();
  }, () => {});
}

// work takes the rows through their steps. What fails stays, with what can be done.
function work() {
  draw();
  if (working) return;
  working = true;
  step().then(() => { working = false; draw(); });
}
function step() {
  var row = queue.find((r) => { return r.step === "ready"; });
  if (!row) {
    var open = queue.filter((r) => { return r.step === "small"; }).slice(0, 10);
    return open.length ? announce(open).then(step) : tidy();
  }
  row.step = "scaling";
  draw();
  return fetched(row).then(() => { return shrink(row); }).then(() => {
    if (row.entry) return send(row);
    row.step = "small";
  }).catch((e) => { fail(row, e.message); }).then(step);
}
function fail(row, text) {
  row.step = "failed";
  row.error = text;
  tell(row.name + ": " + text);
  draw();
}

// tidy looks at the project once all that could be sent is sent.
function tidy() {
  var gone = queue.filter((r) => { return r.step === "sent"; });
  if (!gone.length) return Promise.resolve();
  var id = gone[0].project;
  return read(id).then(() => {
    queue = queue.filter((r) => { return gone.indexOf(r) < 0; });
    var there = gone.filter((r) => { return now.project.id !== id || (now.images || []).some((i) => { return i.id === r.entry.image_id && arrived(i); }); }).length;
    if (there < gone.length) say("The server doesn't have all of the photos. Look at them below, and add those again that are missing.", true);
    else say(plural(there, "photo", "photos") + " added.");
    if (now.project.id === id) remember();
  }, (e) => {
    queue = queue.filter((r) => { return gone.indexOf(r) < 0; });
    say(plural(gone.length, "photo was", "photos were") + " sent, but could not be looked at. " + e.message, true);
  }).then(() => { if (queue.some((r) => { return r.step === "ready"; })) return step(); });
}

// fetched gets the bytes of a file that is in the chat.
function fetched(row) {
  if (row.file) return Promise.resolve();
  var o = window.openai, hand = "This app can't hand over the photo from the chat. Choose it here.";
  if (!o || typeof o.getFileDownloadUrl !== "function") return Promise.reject(new Error(hand));
  return o.getFileDownloadUrl({ fileId: row.fileId }).then((r) => { return fetch(r.downloadUrl); }).then((r) => {
    if (!r.ok) throw new Error();
    return r.blob();
  }).then((blob) => { row.file = blob; }, () => { throw new Error(hand); });
}

// shrink makes the picture at most SIDE wide and high, and at most BYTES long. One that is
// small enough stays as it is.
function shrink(row) {
  var file = row.file, wanted = row.entry ? row.entry.content_type : "", type = file.type || row.type || "";
  if (!file.size) return Promise.reject(new Error("This file is empty."));
  return createImageBitmap(file).then((map) => {
    var scale = Math.min(1, SIDE / Math.max(map.width, map.height)), c = canvas(map, Math.min(1, 320 / Math.max(map.width, map.height)));
    row.preview = c.toDataURL("image/jpeg", 0.7);
    row.width = map.width;
    row.height = map.height;
    draw();
    if (scale === 1 && file.size <= BYTES && TYPES[type] && (!wanted || wanted === type)) row.small = file;
    else return reduce(map, scale, wanted && wanted !== "image/heic" ? wanted : "image/jpeg", 0.9).then((blob) => { row.small = blob; });
  }, () => {
    // No browser but Safari opens a HEIC; the server may.
    if (!/hei[cf]/i.test(type + row.name)) throw new Error("This is not a picture that can be opened. JPEG, PNG and WebP can.");
    if (file.size > BYTES) throw new Error("This HEIC is larger than 5 MB. Save it as a JPEG and add that.");
    row.small = new Blob([file], { type: "image/heic" });
  }).then(() => { row.type = wanted || row.small.type || type; });
  function reduce(map, scale, as, quality) {
    var c = canvas(map, scale);
    row.width = c.width;
    row.height = c.height;
    return new Promise((resolve) => { c.toBlob(resolve, as, quality); }).then((blob) => {
      if (!blob) throw new Error("This picture could not be made smaller.");
      if (blob.size <= BYTES) return blob;
      return quality > 0.6 && as !== "image/png" ? reduce(map, scale, as, quality - 0.15) : reduce(map, scale * 0.75, as, 0.85);
    });
  }
}
function canvas(map, scale) {
  var c = el("canvas"), pen;
  c.width = Math.max(1, Math.round(map.width * scale));
  c.height = Math.max(1, Math.round(map.height * scale));
  pen = c.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.fillStyle = "#fff"; // a JPEG has nothing to see through
  pen.fillRect(0, 0, c.width, c.height);
  pen.drawImage(map, 0, 0, c.width, c.height);
  return c;
}

// announce has the server make places for photos, once: where it isn't known what became
// of that, only the person may ask for it again.
function announce(list) {
  var id = list[0].project;
  list.forEach((r) => { r.step = "announcing"; });
  draw();
  return Promise.all(list.map((r) => {
    if (r.fileId || !host.can("upload")) return r.fileId;
    return host.upload(new File([r.small], r.name, { type: r.type })).then((given) => { r.fileId = given; if (given) sent.push(given); }, () => {});
  })).then(() => {
    return host.call("add_project_media", { project_id: id, files: list.map((r) => {
      r.fileId = r.fileId || "local-" + crypto.randomUUID();
      var file = { file_id: r.fileId, filename: named(r), content_type: r.type };
      return r.width ? Object.assign(file, { width: r.width, height: r.height }) : file;
    }) });
  }).then((r) => {
    if (r.error) throw refused(r);
    changes++;
    if (now.project.id === id) take(r);
    var errors = rows(r.data && r.data.upload_errors), uploads = rows(r.meta.uploads);
    return list.reduce((before, row) => {
      row.entry = uploads.find((u) => { return u.file_id === row.fileId; });
      var why = errors.find((e) => { return e.file_id === row.fileId; });
      return before.then(() => { return row.entry ? send(row) : fail(row, why ? why.error : "The server did not accept this photo. Try again."); });
    }, Promise.resolve());
  }).catch((e) => { list.forEach((r) => { if (r.step === "announcing") fail(r, e.message); }); });
}

// named is a file name that ends as its type does, and isn't too long.
function named(row) { return row.name.replace(/\.[^.]*$/, "").slice(0, 200) + "." + (TYPES[row.type] || "jpg"); }

function send(row) {
  row.step = "sending";
  row.done = 0;
  draw();
  return new Promise((resolve) => {
    var put = new XMLHttpRequest();
    put.upload.addEventListener("progress", (e) => {
      row.done = e.lengthComputable ? e.loaded / e.total : 0;
      if (row.bar) row.bar(row.done);
    });
    put.addEventListener("load", () => {
      if (put.status >= 200 && put.status < 300) row.step = "sent";
      else fail(row, put.status === 413 ? "The server says that this photo is too large." : put.status === 415 ? "The server takes no photo of this type." : "The server refused the photo (" + put.status + ").");
      row.refused = put.status;
      resolve();
    });
    ["error", "timeout"].forEach((type) => {
      put.addEventListener(type, () => {
        fail(row, walls.size ? "This app doesn't let photos out. Add them by their web address in the chat." : "The photo could not be sent. Check the connection and try again.");
        resolve();
      });
    });
    put.timeout = 120000;
    try {
      put.open("PUT", row.entry.signed_url);
      put.setRequestHeader("Content-Type", row.type);
      put.setRequestHeader("x-upsert", "true");
      put.send(row.small);
    } catch (e) {
      fail(row, "The photo could not be sent.");
      resolve();
    }
  });
}

// again tries a row once more: first with a look, since only its answer may be lost. A
// place that can't be used any more is removed.
function retry(row) {
  row.error = "";
  row.step = row.small ? "looking" : "ready";
  if (!row.entry) {
    row.step = row.small ? "small" : "ready";
    return work();
  }
  if (!row.small) return work();
  draw();
  read(row.project).then(() => {
    var image = (now.images || []).find((i) => { return i.id === row.entry.image_id; });
    if (image && image.uploaded === true) row.step = "sent";
    else if (image && row.refused !== 401 && row.refused !== 403) return send(row);
    else return (image ? write("set_project_media_labels", { labels: [{ image_id: image.id, remove: true }] }) : Promise.resolve()).then(() => { row.entry = null; row.fileId = ""; row.step = "small"; });
  }).catch((e) => { fail(row, e.message); }).then(work);
}

function drop(row) {
  var image = row.entry && (now.images || []).find((i) => { return i.id === row.entry.image_id; });
  queue = queue.filter((r) => { return r !== row; });
  draw();
  focus("add");
  if (image && image.uploaded === false) {
    write("set_project_media_labels", { labels: [{ image_id: image.id, remove: true }] }).then(draw, (e) => { mark(image.id, e.message, true); });
  }
}

// sending is the list of what is under way.
function sending() {
  var list = queue.filter((r) => { return r.project === now.project.id; });
  var words = { ready: "Waiting", scaling: "Preparing…", small: "Prepared", announcing: "Starting…", sending: "Sending…", looking: "Looking…", sent: "Sent" };
  return list.length > 0 && el("ul", { class: "queue", "aria-label": "Photos on their way" }, list.map((row) => {
    var fill = el("i"), percent = el("span", { class: "quiet" }, row.step === "failed" ? null : words[row.step]);
    row.bar = (part) => {
      fill.style.inlineSize = 100 * part + "%";
      if (part && row.step === "sending") percent.textContent = Math.round(100 * part) + " %";
    };
    row.bar(row.step === "sent" ? 1 : row.done);
    return el("li", { class: row.step === "failed" ? "bad" : null }, el("span", { class: "preview" }, row.preview ? el("img", { src: row.preview, alt: "" }) : icon("photo")),
      el("div", { class: "grow" }, el("p", { class: "bar" }, el("strong", { dir: "auto" }, row.name), percent),
        row.step === "failed" ? el("p", { class: "wrong" }, row.error) : el("div", { class: "meter", "aria-hidden": "true" }, fill),
        row.step === "failed" && el("p", { class: "row" },
          row.file ? button("Retry", "retry-" + row.key, () => { retry(row); }, { "aria-label": "Retry " + row.name }) : button("Choose photo", "retry-" + row.key, () => { forRow = row; input.multiple = false; input.click(); }),
          button("Remove", "drop-" + row.key, () => { drop(row); }, { class: "plain", "aria-label": "Remove " + row.name }))));
  }));
}
