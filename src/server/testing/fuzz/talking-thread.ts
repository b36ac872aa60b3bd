import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const answerBytes = 1_000_000

/**
 * Runs an OpenAI-compatible service in a separate thread, so that the service's time is not
 * measured as the server's.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { createServer } = require('node:http')
const frame = (delta) => 'data: ' + JSON.stringify({ choices: [{ index: 0, delta }] }) + '\\n\\n'
const times = (text, bytes, make) => Buffer.from(make(text).repeat(Math.ceil(bytes / text.length)))
const call = (delta) => ({ tool_calls: [{ index: 0, ...delta }] })
const n = workerData
const answers = {
  'many words': () => times('word ', n / 4, (content) => frame({ content })),
  'one word': () => Buffer.from(frame({ content: 'x'.repeat(n) })),
  'lines': () => Buffer.from(frame({ content: 'a\\n'.repeat(n / 2) })),
  'chinese': () => times('陶土', n / 8, (content) => frame({ content })),
  'thoughts': () => times('hmm ', n / 4, (reasoning_content) => frame({ reasoning_content })),
  'tags': () => times('<think>a</think>b', n / 8, (content) => frame({ content })),
  'code': () => times('\`\`\`<think>\\n', n / 8, (content) => frame({ content })),
  'call': () => Buffer.concat([
    Buffer.from(frame(call({ id: 'c', type: 'function', function: { name: 'now', arguments: '' } }))),
    times('[1],', n / 8, (text) => frame(call({ function: { arguments: text } }))),
  ]),
  'comments': () => Buffer.from(': x\\n\\n'.repeat(n)),
  'no end of line': () => Buffer.from('data: ' + 'x'.repeat(8 * n)),
}
const server = createServer((request, response) => {
  const pieces = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('error', () => response.destroy())
  request.on('end', () => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: Object.keys(answers).map((id) => ({ id })) }))
      return
    }
    const { model, stream } = JSON.parse(Buffer.concat(pieces))
    if (!stream || !(model in answers)) return response.writeHead(400).end('{}')
    response.setHeader('content-type', 'text/event-stream')
    response.end(Buffer.concat([answers[model](), Buffer.from('\\n\\ndata: [DONE]\\n\\n')]))
  })
})
server.listen(0, '127.0.0.1', () =>
  parentPort.postMessage({ port: server.address().port, models: Object.keys(answers) }))
`

/**
 * Starts a service that sends a large answer. The name of the model selects how the answer is sent.
 */
export async function startTalkingThread() {
  const worker = new Worker(program, { eval: true, workerData: answerBytes })
  const [{ port, models }] = (await once(worker, 'message')) as [{ port: number; models: string[] }]
  return { url: `http://127.0.0.1:${port}`, models, end: () => worker.terminate() }
}
