import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { bridge } from './bridge.mjs'

await bridge(async ({ url, token, command, env, mode, listChanged }) => {
  const authProvider = token ? { token: async () => token } : undefined
  const versionNegotiation = mode ? { mode: mode === 'auto' ? mode : { pin: mode } } : undefined
  const client = new Client({ name: 'typescript-2', version: '1' }, { versionNegotiation, listChanged })
  const transport = command
    ? new StdioClientTransport({ command, env })
    : new StreamableHTTPClientTransport(new URL(url), { authProvider })
  await client.connect(transport)
  return { client, version: client.getNegotiatedProtocolVersion(), call: (params, options) => client.callTool(params, options) }
})
