import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { bridge } from './bridge.mjs'

await bridge(async ({ url, token, mode }) => {
  const authProvider = token ? { token: async () => token } : undefined
  const versionNegotiation = mode ? { mode: mode === 'auto' ? mode : { pin: mode } } : undefined
  const client = new Client({ name: 'typescript-2', version: '1' }, { versionNegotiation })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }))
  return { client, version: client.getNegotiatedProtocolVersion() }
})
