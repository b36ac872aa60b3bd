import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local gateway with one model, `quick_3d`, which always returns the same triangle. */
export class QuickGateway {
  workMs = 0
  readonly #begun = new Map<string, number>()
  readonly #server = createServer((request, response) => this.#answer(request, response))

  static async start(): Promise<QuickGateway> {
    const gateway = new QuickGateway()
    await new Promise<void>((resolve) => gateway.#server.listen(0, '127.0.0.1', resolve))
    return gateway
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume()
    const path = new URL(request.url ?? '/', this.url).pathname
    const json = (value: unknown) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value))
    const id = /\/task\/(\w+)$/.exec(path)?.[1]
    if (path === '/model/v1/models/skill/search') {
      json({ hits: [{ id: 'quick_3d', name: 'Quick triangle', output: ['3d'] }] })
    } else if (path === '/llm/v1/models') {
      json({ object: 'list', data: [] })
    } else if (path === '/model/v1/generation') {
      const made = `task${this.#begun.size}`
      this.#begun.set(made, Date.now())
      json({ id: made, status: 'in_progress' })
    } else if (path === '/triangle.glb') {
      response.end(triangle)
    } else if (id !== undefined && this.#begun.has(id)) {
      const isDone = Date.now() - (this.#begun.get(id) ?? 0) >= this.workMs
      const output = [{ content: [{ type: '3d', url: `${this.url}/triangle.glb` }] }]
      json(
        isDone ? { id, status: 'completed', output } : { id, status: 'in_progress', progress: 0.5 },
      )
    } else {
      response.writeHead(404).end()
    }
  }
}

/**
 * A GLB file of one triangle, with additional data, so that a response can be cut in the middle.
 */
export const triangle: Buffer = glb(
  {
    asset: { version: '2.0', extras: { filling: 'x'.repeat(20_000) } },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: 3,
        type: 'VEC3',
        min: [0, 0, 0],
        max: [1, 1, 0],
      },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36 }],
  },
  Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer),
)

function glb(json: object, data: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(json))
  const chunks = [
    chunk('JSON', Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')])),
    chunk('BIN\0', data),
  ]
  const header = Buffer.alloc(12)
  header.write('glTF', 'latin1')
  header.writeUInt32LE(2, 4)
  header.writeUInt32LE(12 + chunks.reduce((sum, { length }) => sum + length, 0), 8)
  return Buffer.concat([header, ...chunks])
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
