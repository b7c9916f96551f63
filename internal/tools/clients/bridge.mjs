// Lends an SDK's client to a test, line by line in JSON. The first line says where to
// connect, each further one the method to call and its params. Each is answered with the
// SDK's result, or with its error. Two more methods are callWithProgress, which is answered
// with the progress too, and toolsChanged, which waits for the next list of tools.
import { createInterface } from 'node:readline'

export async function bridge(connect) {
  let client, call
  const lists = [], waiting = []
  const onChanged = (error, tools) => {
    const list = error ? { error: error.message } : { tools }
    waiting.length ? waiting.shift()(list) : lists.push(list)
  }
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line)
    try {
      if (!client) {
        const listChanged = request.listen ? { tools: { onChanged } } : undefined
        const { version, ...connected } = await connect({ ...request, listChanged })
        client = connected.client
        call = connected.call
        answer({ version, instructions: client.getInstructions() })
      } else if (request.method === 'callWithProgress') {
        const progress = []
        const result = await call(request.params, { onprogress: (p) => progress.push(p) })
        answer({ result, progress })
      } else if (request.method === 'toolsChanged') {
        answer(lists.shift() ?? (await new Promise((resolve) => waiting.push(resolve))))
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
