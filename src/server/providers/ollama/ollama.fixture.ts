import type { IncomingMessage, ServerResponse } from 'node:http'
import { startUpstream, type Upstream } from '../openai/upstream.fixture.ts'

type Fields = Record<string, unknown>

export type OllamaWorld = {
  models: Fields[]
  shown: Record<string, Fields>
  loaded: Record<string, number>
  /** Lines of the answer to a chat. If absent, the answer is “Hello”. */
  answer: (Fields | string)[] | undefined
  breaksOff: boolean
  status: number
  chats: Fields[]
  paths: string[]
  /**
   * Lines of a download by model name. After the lines, the server waits for `release` if it is
   * set, then sends `after`.
   */
  pull: Record<string, { lines: Fields[]; release?: Promise<void>; after?: Fields[] }>
}

export async function startOllama(port = 0): Promise<Upstream & { world: OllamaWorld }> {
  const world: OllamaWorld = {
    models: [],
    shown: {},
    loaded: {},
    answer: undefined,
    breaksOff: false,
    status: 200,
    chats: [],
    paths: [],
    pull: {},
  }
  const upstream = await startUpstream((request, response, body) => {
    world.paths.push(`${request.method} ${request.url}`)
    answerOne(world, { request, response, body })
  }, port)
  return { ...upstream, world }
}

function answerOne(
  world: OllamaWorld,
  { request, response, body }: { request: IncomingMessage; response: ServerResponse; body: string },
): void {
  const json = (status: number, value: unknown) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(value))
  const asked = body === '' ? {} : (JSON.parse(body) as Fields)
  switch (request.url ?? '') {
    case '/':
      return void response.end('Ollama is running')
    case '/api/tags':
      return void json(200, { models: world.models })
    case '/api/show': {
      const shown = world.shown[String(asked['model'])]
      return void json(shown ? 200 : 404, shown ?? { error: 'model not found' })
    }
    case '/api/ps': {
      const loaded = Object.entries(world.loaded)
      return void json(200, {
        models: loaded.map(([name, context_length]) => ({ name, model: name, context_length })),
      })
    }
    case '/api/generate':
      if (!world.models.some(({ name }) => name === asked['model'])) {
        return void json(404, { error: `model '${String(asked['model'])}' not found` })
      }
      if (asked['keep_alive'] === 0) Reflect.deleteProperty(world.loaded, String(asked['model']))
      return void json(200, { model: asked['model'], done: true, done_reason: 'unload' })
    case '/api/delete': {
      const left = world.models.filter(({ name }) => name !== asked['model'])
      const isThere = left.length < world.models.length
      world.models = left
      return isThere ? void response.end() : void json(404, { error: 'model not found' })
    }
    case '/api/pull':
      return void pull(world, response, String(asked['model']))
    case '/api/chat':
      world.chats.push(asked)
      if (world.status !== 200) {
        return void json(world.status, { error: `model '${String(asked['model'])}' not found` })
      }
      return chat(world, response, String(asked['model']))
    default:
      return void json(404, { error: '404 page not found' })
  }
}

function chat({ answer, breaksOff }: OllamaWorld, response: ServerResponse, model: string): void {
  const created_at = '2026-11-20T10:00:00.000000Z'
  const lines = answer ?? [said({ content: 'Hel' }), said({ content: 'lo' }), ended()]
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
  for (const line of lines) {
    response.write(
      typeof line === 'string' ? line : `${JSON.stringify({ model, created_at, ...line })}\n`,
    )
  }
  if (breaksOff) response.destroy()
  else response.end()
}

async function pull(world: OllamaWorld, response: ServerResponse, model: string): Promise<void> {
  const line = (value: Fields) => response.write(`${JSON.stringify(value)}\n`)
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
  line({ status: 'pulling manifest' })
  const told = world.pull[model]
  if (!told) {
    response.end(`${JSON.stringify({ error: 'pull model manifest: file does not exist' })}\n`)
    return
  }
  for (const value of told.lines) line(value)
  await told.release
  if (response.destroyed) return
  for (const value of told.after ?? [pulled]) line(value)
  if (!told.after) world.models.push({ name: model, model, digest: model, details: {} })
  response.end()
}

export const pulled: Fields = { status: 'success' }

export const said = (message: Fields): Fields => ({
  message: { role: 'assistant', content: '', ...message },
  done: false,
})

export const ended = (more: Fields = {}): Fields => ({
  message: { role: 'assistant', content: '' },
  done: true,
  done_reason: 'stop',
  total_duration: 5_000_000,
  prompt_eval_count: 11,
  eval_count: 2,
  ...more,
})
