// What both hosts have: the call that the model made, the widget's page, and a record of
// what the widget did. SETUP and FAULTS are put in by the test.
"use strict";
var record = { calls: [], said: [], opened: [], modes: [], sizes: [], contexts: [], states: [], uploads: [] };
var fault = SETUP.faults || {};

async function rpc(method, params) {
  const response = await fetch("/rpc", { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: method, params: params || {} }) });
  const message = await response.json();
  if (message.error) throw new Error(message.error.message);
  return message.result;
}

// callTool is a call of the widget's.
async function callTool(name, args) {
  record.calls.push({ name: name, arguments: args });
  if (fault.refuseCalls) throw new Error("The person refused.");
  const result = await rpc("tools/call", { name: name, arguments: args });
  return fault.dropStructured ? strip(result, "structuredContent") : result;
}

function strip(result, member) {
  const copy = Object.assign({}, result);
  delete copy[member];
  return copy;
}

// delivered is the model's result as this host passes it on; null: it never does.
function delivered(result) {
  if (fault.noResult) return null;
  if (fault.replayEmpty) return { structuredContent: {}, content: [] };
  if (fault.dropMeta) result = strip(result, "_meta");
  if (fault.dropStructured) result = strip(result, "structuredContent");
  if (fault.dropContent) result = Object.assign({}, result, { content: [] });
  return result;
}

// prepare gets the tool, its page and the model's result.
async function prepare(mime, uriOf) {
  const tool = (await rpc("tools/list")).tools.find((t) => t.name === SETUP.tool);
  const uri = uriOf(tool._meta || {});
  const listed = (await rpc("resources/list")).resources.find((r) => r.uri === uri);
  if (!listed || listed.mimeType !== mime) throw new Error("resources/list has no " + uri + " of " + mime);
  const page = (await rpc("resources/read", { uri: uri })).contents[0];
  if (page.mimeType !== mime || JSON.stringify(page._meta) !== JSON.stringify(listed._meta)) throw new Error(uri + " is read as something else");
  const result = SETUP.result || await rpc("tools/call", { name: SETUP.tool, arguments: SETUP.arguments });
  return { tool: tool, page: page, result: result };
}

function frame(src) {
  const f = document.createElement("iframe");
  f.style.cssText = "border:0;width:100%;height:" + (SETUP.height || 400) + "px;display:block";
  f.src = src;
  document.body.appendChild(f);
  return f;
}

// grow follows the widget's height, as hosts do, up to a bound.
function grow(f, height) {
  record.sizes.push(height);
  if (height > 0 && !SETUP.height) f.style.height = Math.min(height, 6000) + "px";
}

// What follows is window.openai's other side: its globals, its methods, and a call of one.
var saved = null;
function globalsOf(result) {
  return {
    toolInput: fault.noInput ? null : SETUP.arguments,
    toolOutput: result && result.structuredContent || null,
    toolResponseMetadata: !result ? null : fault.dropStructured ? { mcp_tool_result: result } : result._meta || null,
    theme: SETUP.theme || "light", locale: SETUP.locale || "en-US", displayMode: "inline", widgetState: saved
  };
}
function methods() {
  return ["sendFollowUpMessage", "setWidgetState", "openExternal", "notifyIntrinsicHeight", "requestDisplayMode"]
    .concat(fault.noTools ? [] : ["callTool"]).concat(SETUP.files ? ["uploadFile", "getFileDownloadUrl"] : []).concat(SETUP.downloads ? ["getFileDownloadUrl"] : []);
}
const answers = {
  async callTool(name, args) { return callTool(name, args); },
  async sendFollowUpMessage(m) { record.said.push(m.prompt); },
  async setWidgetState(s) { saved = s; record.states.push(s); },
  async openExternal(o) { record.opened.push(o.href); },
  async requestDisplayMode(m) { record.modes.push(m.mode); return { mode: m.mode }; },
  async notifyIntrinsicHeight(h) { grow(theFrame, h); },
  async getFileDownloadUrl(o) { return { downloadUrl: SETUP.downloads[o.fileId] }; },
  async uploadFile(name) { record.uploads.push(name); return { fileId: "file_" + record.uploads.length }; }
};
async function answer(m) {
  let said;
  try { said = { result: await answers[m.method](...m.arguments) }; } catch (e) { said = { error: e.message }; }
  if (theFrame.contentWindow) theFrame.contentWindow.postMessage({ openai: true, id: m.id, ...said }, "*");
}
// change gives window.openai other globals, and says so.
function change(globals) { theFrame.contentWindow.postMessage({ openai: true, globals: globals }, "*"); }
