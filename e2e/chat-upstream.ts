import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Request = { model: string; messages: { role: string; content: string }[]; stream?: boolean }

/** A server that speaks OpenAI's chat protocol on loopback and writes what the test says, word by word. */
export class ChatUpstream {
  /** What it answers. */
  text = 'Hello from the other side.'
  /** Pause between two words. */
  wordDelayMs = 20
  /** Requests that came, newest last. */
  readonly requests: Request[] = []
  readonly #server: HttpServer

  private constructor(server: HttpServer) {
    this.#server = server
  }

  static async start(): Promise<ChatUpstream> {
    const server = createServer()
    const upstream = new ChatUpstream(server)
    server.on('request', (request, response) => {
      if (request.url?.endsWith('/models')) {
        response.setHeader('Content-Type', 'application/json')
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
        return
      }
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        upstream.requests.push(JSON.parse(body))
        void upstream.#write(response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return upstream
  }

  /** For `BOZZETTO_OPENAI_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #write(response: ServerResponse): Promise<void> {
    response.setHeader('Content-Type', 'text/event-stream')
    const chunk = (choice: object, extra: object = {}) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'writer', choices: [{ index: 0, ...choice }], ...extra })}\n\n`,
      )
    chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null })
    for (const word of this.text.match(/\S+\s*/g) ?? []) {
      if (response.destroyed) return
      chunk({ delta: { content: word }, finish_reason: null })
      await new Promise((resolve) => setTimeout(resolve, this.wordDelayMs))
    }
    chunk(
      { delta: {}, finish_reason: 'stop' },
      { usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } },
    )
    response.end('data: [DONE]\n\n')
  }
}
