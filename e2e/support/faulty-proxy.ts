import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Exchange = {
  forward: () => Promise<IncomingMessage>
  response: ServerResponse
}
export type ProxyFault = (exchange: Exchange) => Promise<void>
type Planned = { method: string; path: RegExp; fault: ProxyFault }
type Passed = { method: string; path: string }

/**
 * A local proxy that forwards everything unchanged, except for the faults that a test has planned.
 */
export class FaultyProxy {
  readonly log: Passed[] = []
  readonly #planned: Planned[] = []
  readonly #target: () => string
  readonly #server = createServer((request, response) => void this.#pass(request, response))

  private constructor(target: () => string) {
    this.#target = target
  }

  /** @param target returns the URL of the server behind the proxy, without a path. */
  static async start(target: () => string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  plan(method: string, path: RegExp, ...faults: ProxyFault[]): void {
    this.#planned.push(...faults.map((fault) => ({ method, path, fault })))
  }

  get plannedCount(): number {
    return this.#planned.length
  }

  countOf(method: string, path: RegExp): number {
    return this.log.filter((one) => one.method === method && path.test(one.path)).length
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const [path = ''] = url.split('?')
    this.log.push({ method, path })
    const at = this.#planned.findIndex((one) => one.method === method && one.path.test(path))
    const fault = at === -1 ? handOn : (this.#planned.splice(at, 1)[0]?.fault ?? handOn)
    try {
      await fault({ response, forward: () => forward(this.#target(), request) })
    } catch {
      response.socket?.destroy()
    }
  }
}

function forward(target: string, request: IncomingMessage): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, headers } = request
    const onward = ask(new URL(request.url ?? '/', target), { method, headers })
    onward.on('response', resolve).on('error', reject)
    request.on('aborted', () => onward.destroy())
    request.pipe(onward)
  })
}

const handOn: ProxyFault = async ({ forward: send, response }) => {
  const answer = await send()
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  response.on('close', () => answer.destroy())
  answer.on('error', () => response.socket?.destroy())
  answer.pipe(response)
}

export const delayed =
  (ms: number): ProxyFault =>
  async (exchange) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await handOn(exchange)
  }

/** Forwards the request, and closes the connection without a response. */
export const lostAnswer: ProxyFault = async ({ forward: send, response }) => {
  await readBody(await send())
  response.socket?.destroy()
}

/** Forwards the request, but replaces the response. */
export const answeredBetween =
  (status: number, body: string, headers: Record<string, string> = {}): ProxyFault =>
  async ({ forward: send, response }) => {
    await readBody(await send())
    response.writeHead(status, headers).end(body)
  }

/** Responds with an error, and does not forward the request. */
export const refused =
  (status: number, body: string, headers: Record<string, string> = {}): ProxyFault =>
  async ({ response }) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
  }

/** Sends half of the response, and ends it regularly. */
export const truncated: ProxyFault = async ({ forward: send, response }) => {
  const answer = await send()
  const body = await readBody(answer)
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers
  response.writeHead(answer.statusCode ?? 502, headers)
  response.end(body.subarray(0, body.length / 2))
}

/** Sends half of the response, and then closes the connection. */
export const cutAtHalf: ProxyFault = async ({ forward: send, response }) => {
  const answer = await send()
  const body = await readBody(answer)
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy())
}

/** Closes a stream in the middle of the event that follows `text`. */
export const cutAfter =
  (text: string): ProxyFault =>
  async ({ forward: send, response }) => {
    const answer = await send()
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    let seen = ''
    for await (const chunk of answer) {
      seen += String(chunk)
      const at = seen.indexOf(text)
      const end = at === -1 ? -1 : seen.indexOf('\n\n', at)
      if (end !== -1 && seen.length > end + 12) {
        await write(response, String(chunk).slice(0, -8))
        break
      }
      await write(response, chunk)
    }
    answer.destroy()
    response.socket?.destroy()
  }

/** Drops all events of a stream from the event with `text` on, and never ends the stream. */
export const endlessFrom =
  (text: string): ProxyFault =>
  async ({ forward: send, response }) => {
    const answer = await send()
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    for await (const chunk of answer) {
      // A chunk can contain several events, so forward those before the event with `text`.
      const frames = (chunk as Buffer).toString('latin1')
      const at = frames.indexOf(text)
      const kept = at === -1 ? frames : frames.slice(0, startOfFrame(frames, at))
      await write(response, Buffer.from(kept, 'latin1'))
      if (at !== -1) break
    }
    const timer = setInterval(() => response.write(': keepalive\n\n'), 500)
    response.on('close', () => clearInterval(timer))
  }

const startOfFrame = (frames: string, at: number): number => {
  const end = frames.lastIndexOf('\n\n', at)
  return end === -1 ? 0 : end + 2
}

const write = (response: ServerResponse, chunk: unknown): Promise<void> =>
  new Promise((resolve) => response.write(chunk, () => resolve()))

async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const brokenPage = '<html><body><h1>502 Bad Gateway</h1></body></html>'
export const asPage = { 'Content-Type': 'text/html' }
