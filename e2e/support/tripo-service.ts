import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TripoStandIn } from '../../src/server/providers/tripo/stand-in.fixture.ts'
import { triangle } from './quick-gateway.ts'

export const tripoTestKey = 'tsk_for_tests_0123'

/**
 * Simulates the provider Tripo. Each task has ended at the first status request, and returns the
 * same triangle.
 */
export class TripoService {
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #standIn: TripoStandIn | undefined

  static async start(): Promise<TripoService> {
    const service = new TripoService()
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve))
    service.#standIn = new TripoStandIn({
      origin: service.url,
      keys: [tripoTestKey],
      glb: triangle,
      looks: 1,
    })
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get orders(): TripoStandIn['orders'] {
    return this.#standIn?.orders ?? []
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const content = Buffer.concat(chunks)
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const isJson = request.headers['content-type']?.includes('json') ?? false
    const { status, json, bytes } = this.#standIn!.answer({
      method: request.method ?? '',
      path: pathname,
      query: String(searchParams),
      authorization: request.headers.authorization,
      body:
        isJson && content.length > 0 ? JSON.parse(content.toString()) : content.toString('latin1'),
    })
    response
      .writeHead(status, json === undefined ? {} : { 'Content-Type': 'application/json' })
      .end(bytes ?? (json === undefined ? undefined : JSON.stringify(json)))
  }
}
