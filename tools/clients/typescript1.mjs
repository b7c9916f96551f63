import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { bridge } from './bridge.mjs'

await bridge(async ({ url, token }) => {
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  const client = new Client({ name: 'typescript-1', version: '1' })
  await client.connect(transport)
  return { client, version: transport.protocolVersion }
})
