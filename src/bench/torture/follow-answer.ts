import { setTimeout as wait } from 'node:timers/promises'

export type Followed = {
  text: string
  status: string | undefined
  /** Number of received pieces that did not start at the end of the text. */
  gaps: number
}

type RunEvent = { type: string; delta?: string; run?: { status: string } }

const connectTimeoutMs = 10_000

/**
 * Reads an answer to its end, and reconnects after each broken connection.
 * @param urlNow returns the address of the server for the next connection.
 */
export async function followAnswer(
  runId: string,
  urlNow: () => string | undefined,
  { signal }: { signal: AbortSignal },
): Promise<Followed> {
  const seen: Followed = { text: '', status: undefined, gaps: 0 }
  let lastId: string | undefined
  while (seen.status === undefined && !signal.aborted) {
    const url = urlNow()
    try {
      if (url === undefined) throw new Error('There is no server just now.')
      for await (const { id, event } of getEvents(
        `${url}/api/runs/${runId}/events`,
        lastId,
        signal,
      )) {
        lastId = id ?? lastId
        if (event.type === 'run-restart') {
          seen.text = ''
          lastId = undefined
        } else if (event.type === 'text-delta' && event.delta !== undefined) {
          seen.text += event.delta
          const position = Number(id?.split('.')[1])
          if (position !== seen.text.length) seen.gaps++
        } else if (event.type === 'run-end') seen.status = event.run?.status
      }
    } catch {
      // The request fails because the server has been stopped or has not started yet.
    }
    if (seen.status === undefined) await wait(50)
  }
  return seen
}

async function* getEvents(
  url: string,
  lastId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<{ id: string | undefined; event: RunEvent }> {
  const connecting = new AbortController()
  const timer = setTimeout(() => connecting.abort(), connectTimeoutMs)
  const response = await fetch(url, {
    headers: lastId === undefined ? {} : { 'Last-Event-ID': lastId },
    signal: AbortSignal.any([signal, connecting.signal]),
  }).finally(() => clearTimeout(timer))
  if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`)
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true })
    const frames = rest.split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const lines = frame.split('\n')
      const of = (field: string) =>
        lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2)
      const data = of('data')
      if (data !== undefined) yield { id: of('id'), event: JSON.parse(data) as RunEvent }
    }
  }
}
