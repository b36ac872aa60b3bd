import {
  createServer,
  type IncomingHttpHeaders,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

type Request = {
  model: string
  messages: { role: string; content: string | { type: string }[] }[]
  stream?: boolean
  temperature?: number
  tools?: { function: { name: string } }[]
}

/** A fake chat service with OpenAI's API, which streams the text of a test word by word. */
export class ScriptedChatUpstream {
  text = 'Hello from the other side.'
  wordDelayMs = 20
  /**
   * Number of words after which the answer waits for `release`. Undefined for an answer that does
   * not wait.
   */
  holdAfterWords: number | undefined
  /** Finish reason of the next answer. `length` means that the service has truncated the answer. */
  finishReason = 'stop'
  refusal: { status: number; retryAfter?: string; message: string } | undefined
  /** The only API key that the service accepts. Undefined to accept every key. */
  key: string | undefined
  models: { id: string; [field: string]: unknown }[] = [{ id: 'writer' }, { id: 'editor' }]
  /** Makes requests for the list of models wait for `releaseList`. */
  isListHeld = false
  listStatus = 200
  /**
   * Arguments with which the next answer calls the first tool of the request. Undefined for no
   * call.
   */
  toolArguments: string | undefined
  /**
   * Tool calls of the answer, each after the result of the former call. `says` is the text before
   * the call.
   */
  calls: { name: string; given: object; says?: string }[] = []
  readonly requests: Request[] = []
  readonly #headers: IncomingHttpHeaders[] = []
  readonly #server: HttpServer
  #waiting: (() => void)[] = []
  #waitingForList: (() => void)[] = []

  private constructor(server: HttpServer) {
    this.#server = server
  }

  /** Resets all settings of a test, because all tests of a worker share the service. */
  reset(): void {
    const { requests: _kept, ...asAtFirst } = new ScriptedChatUpstream(this.#server)
    Object.assign(this, asAtFirst)
  }

  static async start(): Promise<ScriptedChatUpstream> {
    const server = createServer()
    const upstream = new ScriptedChatUpstream(server)
    server.on('request', (request, response) => {
      upstream.#headers.push(request.headers)
      const { authorization } = request.headers
      if (upstream.key !== undefined && authorization !== `Bearer ${upstream.key}`) {
        response.statusCode = 401
        response.setHeader('Content-Type', 'application/json')
        response.end(JSON.stringify({ error: { message: 'That key opens no door here.' } }))
        return
      }
      if (request.url?.endsWith('/models')) {
        const list = () => upstream.#list(response)
        if (upstream.isListHeld) upstream.#waitingForList.push(list)
        else list()
        return
      }
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const asked: Request = JSON.parse(body)
        // The service refuses requests for a title, so that the first question becomes the title.
        if (body.includes('Write a title for this conversation')) {
          response.statusCode = 404
          response.end('{}')
          return
        }
        upstream.requests.push(asked)
        if (upstream.refusal) upstream.#refuse(response)
        else void upstream.#write(response, asked)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return upstream
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  heard(header: string): string[] {
    const values = this.#headers.flatMap((headers) => headers[header]?.toString() ?? [])
    return [...new Set(values)]
  }

  /** Continues a waiting answer, and removes the pause for later answers. */
  release(): void {
    this.holdAfterWords = undefined
    for (const goOn of this.#waiting.splice(0)) goOn()
  }

  releaseList(): void {
    this.isListHeld = false
    for (const goOn of this.#waitingForList.splice(0)) goOn()
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #list(response: ServerResponse): void {
    response.statusCode = this.listStatus
    response.setHeader('Content-Type', 'application/json')
    const data = this.models.map((model) => ({ object: 'model', ...model }))
    const error = { message: 'The list is broken.' }
    response.end(JSON.stringify(this.listStatus === 200 ? { object: 'list', data } : { error }))
  }

  #refuse(response: ServerResponse): void {
    const { status, retryAfter, message } = this.refusal!
    this.refusal = undefined
    response.statusCode = status
    response.setHeader('Content-Type', 'application/json')
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter)
    response.end(JSON.stringify({ error: { message } }))
  }

  async #write(response: ServerResponse, asked: Request): Promise<void> {
    response.setHeader('Content-Type', 'text/event-stream')
    const chunk = (choice: object, extra: object = {}) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'writer', choices: [{ index: 0, ...choice }], ...extra })}\n\n`,
      )
    chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null })
    const next = this.calls[asked.messages.filter(({ role }) => role === 'tool').length]
    if (next) this.toolArguments = JSON.stringify(next.given)
    if (next?.says) chunk({ delta: { content: next.says }, finish_reason: null })
    const name = next?.name ?? asked.tools?.[0]?.function.name
    if (name !== undefined && this.toolArguments !== undefined) {
      const call = { name, arguments: this.toolArguments }
      this.toolArguments = undefined
      const toolCalls = [{ index: 0, id: 'call_1', type: 'function', function: call }]
      chunk({ delta: { tool_calls: toolCalls }, finish_reason: null })
      chunk({ delta: {}, finish_reason: 'tool_calls' })
      response.end('data: [DONE]\n\n')
      return
    }
    let words = 0
    for (const word of this.text.match(/\S+\s*/g) ?? []) {
      if (response.destroyed) return
      if (words++ === this.holdAfterWords) {
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve)
          response.on('close', resolve)
        })
      }
      chunk({ delta: { content: word }, finish_reason: null })
      await new Promise((resolve) => setTimeout(resolve, this.wordDelayMs))
    }
    chunk(
      { delta: {}, finish_reason: this.finishReason },
      { usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } },
    )
    response.end('data: [DONE]\n\n')
  }
}
