import { request } from 'node:http'

/** Times at which an answer reached each length, in Unix milliseconds. */
export type Reached = { position: number; atMs: number }[]

const ended = 'event: run-end'
const endedData = '"type":"run-end"'

/**
 * Reads an answer, and records only its length, because a thousand readers in one process must need
 * little CPU time.
 * @param cookie session cookie.
 */
export function watchPositions(url: string, runId: string, cookie: string): Promise<Reached> {
  const reached: Reached = []
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/runs/${runId}/events`, { headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`The server answered ${answer.statusCode}.`))
      answer.setEncoding('latin1')
      answer.on('data', (chunk: string) => {
        const id = chunk.lastIndexOf('id: ')
        const position = id < 0 ? NaN : Number(/\.(\d+)/.exec(chunk.slice(id, id + 24))?.[1])
        if (position > (reached.at(-1)?.position ?? 0)) {
          reached.push({ position, atMs: performance.timeOrigin + performance.now() })
        }
        if (chunk.includes(ended) || chunk.includes(endedData)) answer.destroy()
      })
      answer.on('close', () => resolve(reached))
    })
    asked.on('error', reject)
    asked.end()
  })
}
