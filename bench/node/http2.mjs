// One tool on the HTTP handler of version 2 of the official TypeScript SDK, which serves
// the era of 2026-07-28 by it, and the one before by a transport for each request: the
// handler's own way there answers with a stream of events. What it prints and reads is
// said in ../web.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer, createMcpHandler, fromJsonSchema } from "@modelcontextprotocol/server";

const text = process.env.ANSWER;
const structuredContent = JSON.parse(text);
const inputSchema = fromJsonSchema({ type: "object", properties: { id: { type: "string" } }, required: ["id"] });

const newServer = () => {
  const server = new McpServer({ name: "node", version: "2.0.0" }, { capabilities: { tools: { listChanged: true } } });
  server.registerTool("get", { description: "Get what there is.", inputSchema },
    async () => ({ content: [{ type: "text", text }], structuredContent }));
  return server;
};
const handler = createMcpHandler(newServer, { maxSubscriptions: 4096 });
const modern = toNodeHandler(handler);

const http = createServer(async (request, response) => {
  if (request.headers["mcp-protocol-version"] === "2026-07-28") {
    await modern(request, response);
    return;
  }
  const server = newServer();
  const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
});
http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));

createInterface({ input: process.stdin })
  .on("line", (line) => {
    if (line === "change") handler.notify.toolsChanged();
    if (line !== "memory") return;
    gc();
    gc();
    const { heapUsed, external } = process.memoryUsage();
    console.log(heapUsed + external);
  })
  .on("close", () => process.exit());
