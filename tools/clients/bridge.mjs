// Lends an SDK's client to a test, line by line in JSON. The first line says where to
// connect, each further one the method to call and its params. Each is answered with the
// SDK's result, or with its error.
import { createInterface } from 'node:readline'

export async function bridge(connect) {
  let client
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line)
    try {
      if (!client) {
        const { version, ...connected } = await connect(request)
        client = connected.client
        answer({ version, instructions: client.getInstructions() })
      } else {
        answer(await client[request.method](request.params))
      }
    } catch (error) {
      answer({ error: error.message })
    }
  }
  await client?.close()
}

function answer(value) {
  process.stdout.write(JSON.stringify(value) + '\n')
}
