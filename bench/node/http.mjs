// One tool on the official TypeScript SDK's HTTP server, without sessions: the SDK
// wants a server and a transport for each request then. What it prints and reads is
// said in ../web.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const text = process.env.ANSWER;
const structuredContent = JSON.parse(text);

const http = createServer(async (request, response) => {
  const server = new McpServer({ name: "node", version: "1.0.0" });
  server.registerTool("get", { description: "Get what there is.", inputSchema: { id: z.string() } },
    async () => ({ content: [{ type: "text", text }], structuredContent }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
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
    if (line !== "memory") return;
    gc();
    gc();
    const { heapUsed, external } = process.memoryUsage();
    console.log(heapUsed + external);
  })
  .on("close", () => process.exit());
