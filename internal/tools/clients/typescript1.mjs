import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { bridge } from './bridge.mjs'

await bridge(async ({ url, token, command, env, listChanged }) => {
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  const transport = command
    ? new StdioClientTransport({ command, env })
    : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  const client = new Client({ name: 'typescript-1', version: '1' }, { listChanged })
  await client.connect(transport)
  return { client, version: transport.protocolVersion, call: (params, options) => client.callTool(params, undefined, options) }
})
