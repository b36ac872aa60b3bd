import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { triangle } from './quick-gateway.ts'

/** Tripo on loopback: each task is done at once, and always the same triangle. */
export class TripoService {
  /** What was ordered, in order. */
  readonly orders: Record<string, unknown>[] = []
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  static async start(): Promise<TripoService> {
    const service = new TripoService()
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve))
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname } = new URL(request.url ?? '/', this.url)
    const data = (value: unknown) =>
      response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify({ code: 0, data: value }))
    if (pathname === '/triangle.glb') response.end(triangle)
    else if (pathname.endsWith('/user/balance')) data({ balance: 250, frozen: 0 })
    else if (request.method === 'POST' && pathname.endsWith('/task')) {
      this.orders.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>)
      data({ task_id: `made-${this.orders.length}` })
    } else {
      const output = { model: `${this.url}/triangle.glb` }
      data({ status: 'success', progress: 100, output, consumed_credit: 25 })
    }
  }
}
