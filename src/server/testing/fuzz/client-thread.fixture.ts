import { Worker } from 'node:worker_threads'
import { once } from 'node:events'

/**
 * Sends requests from a separate thread, so that the client's time is not measured as the server's.
 */
const program = `
const { parentPort } = require('node:worker_threads')
const { request } = require('node:http')
parentPort.on('message', ({ url, method, headers, bytes }) => {
  let isOver = false
  const end = (status) => {
    if (!isOver) parentPort.postMessage(status)
    isOver = true
  }
  const sent = request(url, { method, headers, agent: false }, (answer) => {
    answer.resume()
    answer.once('close', () => end(answer.statusCode))
  })
  // Refused before all of it was sent.
  sent.once('error', () => end(0))
  sent.end(bytes)
})
`

export type ThreadRequest = {
  url: string
  method: string
  headers: Record<string, string>
  /** The thread receives the buffer of these bytes, so that this thread loses them. */
  bytes: Uint8Array<ArrayBuffer>
}

export function startClientThread() {
  const worker = new Worker(program, { eval: true })
  return {
    send: async (request: ThreadRequest): Promise<number> => {
      const answered = once(worker, 'message')
      worker.postMessage(request, [request.bytes.buffer])
      const [status] = (await answered) as [number]
      return status
    },
    end: () => worker.terminate(),
  }
}
