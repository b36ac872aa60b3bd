import type { IncomingMessage, ServerResponse } from 'node:http'
import { startUpstream, type Upstream } from '../openai/upstream.fixture.ts'

type Fields = Record<string, unknown>
type Turn = { role: string; content: Fields[] }

export type AnthropicScript = {
  blocks: Fields[]
  stop?: string
  stopDetails?: Fields
  usage?: Fields
  breaksWith?: Fields
}

export type AnthropicServer = Upstream & {
  asked: Fields[]
  requests: { url: string; headers: IncomingMessage['headers'] }[]
  counts: boolean
  answer: (body: Fields) => AnthropicScript
}

export const testKey = 'sk-ant-test-key-1234'

export const thought = (thinking: string): Fields => ({
  type: 'thinking',
  thinking,
  signature: computeSignature(thinking),
})
const computeSignature = (thinking: string) => Buffer.from(`signed:${thinking}`).toString('base64')

const supported = (isSupported = true) => ({ supported: isSupported })
const createModel = (id: string, types: string[], efforts: string[], more: Fields = {}) => ({
  type: 'model',
  id,
  display_name: `Claude ${id}`,
  created_at: '2026-06-30T00:00:00Z',
  lifecycle: 'active',
  max_input_tokens: 200_000,
  max_tokens: 64_000,
  capabilities: {
    image_input: supported(),
    pdf_input: supported(),
    thinking: {
      ...supported(types.length > 0),
      types: Object.fromEntries(
        ['adaptive', 'between_tools', 'disabled', 'enabled'].map((type) => [
          type,
          supported(types.includes(type)),
        ]),
      ),
    },
    effort: {
      ...supported(efforts.length > 0),
      ...Object.fromEntries(
        ['low', 'medium', 'high', 'xhigh', 'max'].map((effort) => [
          effort,
          supported(efforts.includes(effort)),
        ]),
      ),
    },
  },
  ...more,
})

export const fixtureModels = [
  createModel('new', ['adaptive', 'disabled'], ['low', 'medium', 'high']),
  createModel('old', ['enabled', 'disabled'], [], {
    lifecycle: 'deprecated',
    retires_at: '2027-01-22T00:00:00Z',
  }),
  createModel('plain', [], [], { max_tokens: 4_096 }),
  createModel('gone', [], [], { lifecycle: 'retired' }),
  createModel('claude-opus-5-5', ['adaptive'], ['low', 'medium', 'high', 'xhigh', 'max']),
  createModel(
    'claude-sonnet-5-5',
    ['adaptive', 'between_tools'],
    ['low', 'medium', 'high', 'xhigh', 'max'],
  ),
]

/**
 * Starts a fake server that follows Anthropic's documentation and SDK types. It refuses invalid
 * requests with Anthropic's messages, and streams the result of `answer`.
 */
export async function startAnthropic(): Promise<AnthropicServer> {
  const asked: Fields[] = []
  const requests: AnthropicServer['requests'] = []
  const upstream = await startUpstream((request, response, body) => {
    const url = new URL(request.url ?? '', 'http://test')
    requests.push({ url: request.url ?? '', headers: request.headers })
    response.setHeader('request-id', 'req_test')
    if (request.headers['x-api-key'] !== testKey) {
      return refuse(response, 401, 'authentication_error', 'invalid x-api-key')
    }
    const version = request.headers['anthropic-version']
    if (typeof version !== 'string') {
      return refuse(response, 400, 'invalid_request_error', 'anthropic-version: header is required')
    }
    if (url.pathname === '/v1/models') return sendModels(response, url.searchParams.get('after_id'))
    if (url.pathname === '/v1/messages/count_tokens' && server.counts) {
      return response.setHeader('Content-Type', 'application/json').end('{"input_tokens":14}')
    }
    if (url.pathname !== '/v1/messages') {
      return refuse(response, 404, 'not_found_error', 'Not found')
    }
    const question = JSON.parse(body) as Fields
    const fault = faultIn(question, version)
    if (fault !== undefined) return refuse(response, 400, 'invalid_request_error', fault)
    asked.push(question)
    const script = server.answer(question)
    if (question['stream'] === true) stream(response, question, script)
    else
      response
        .setHeader('Content-Type', 'application/json')
        .end(formatWholeAnswer(question, script))
  })
  const server: AnthropicServer = {
    ...upstream,
    asked,
    requests,
    counts: true,
    answer: () => ({ blocks: [{ type: 'text', text: 'Hello there' }] }),
  }
  return server
}

export function refuse(response: ServerResponse, status: number, type: string, message: string) {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_test' }))
}

function sendModels(response: ServerResponse, after: string | null): void {
  const from = after === null ? 0 : fixtureModels.findIndex(({ id }) => id === after) + 1
  const data = fixtureModels.slice(from, from + 2)
  const page = {
    data,
    has_more: from + 2 < fixtureModels.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  }
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(page))
}

function faultIn(body: Fields, version: string): string | undefined {
  if (typeof body['max_tokens'] !== 'number') return 'max_tokens: Field required'
  const model = fixtureModels.find(({ id }) => id === body['model'])
  if (!model) return `model: ${String(body['model'])}`
  if (body['max_tokens'] > model.max_tokens) {
    return `max_tokens: ${body['max_tokens']} > ${model.max_tokens}, which is the maximum allowed number of output tokens for ${model.id}`
  }
  for (const name of ['temperature', 'top_p', 'top_k']) {
    if (version === '2026-10-21' && name in body) return `${name}: Extra inputs are not permitted`
  }
  return thinkingFault(body, model) ?? turnsFault(body['messages'] as Turn[])
}

function thinkingFault(body: Fields, model: (typeof fixtureModels)[number]): string | undefined {
  const thinking = body['thinking'] as Fields | undefined
  const { types } = model.capabilities.thinking as { types: Record<string, Fields> }
  const type = String(thinking?.['type'])
  if (thinking && types[type]?.['supported'] !== true) return `thinking.type: ${type} not supported`
  const budget = Number(thinking?.['budget_tokens'] ?? 1_024)
  const isBudget = type === 'enabled'
  if (isBudget && (budget < 1_024 || budget >= Number(body['max_tokens']))) {
    return 'thinking.budget_tokens: must be at least 1024 and less than max_tokens'
  }
  const { effort } = (body['output_config'] ?? {}) as Fields
  const efforts = model.capabilities.effort as unknown as Record<string, Fields>
  if (effort !== undefined && efforts[effort as string]?.['supported'] !== true) {
    return 'output_config.effort: not supported'
  }
  const choice = body['tool_choice'] as Fields | undefined
  const isForced = choice?.['type'] === 'any' || choice?.['type'] === 'tool'
  const isAlways =
    types['adaptive']?.['supported'] === true && types['disabled']?.['supported'] !== true
  if (isForced && isAlways) {
    return 'tool_choice: forced tool use is not supported by this model'
  }
  if (isForced && thinking && type !== 'disabled') {
    return 'Thinking may not be enabled when tool_choice forces tool use.'
  }
  return undefined
}

function turnsFault(turns: Turn[]): string | undefined {
  if (turns[0]?.role !== 'user') return 'messages: first message must use the "user" role'
  for (const [at, { role, content }] of turns.entries()) {
    const before = turns[at - 1]
    if (role === before?.role)
      return 'messages: roles must alternate between "user" and "assistant"'
    for (const block of content) {
      if (block['type'] === 'text' && block['text'] === '') {
        return `messages.${at}: text content blocks must be non-empty`
      }
      if (
        block['type'] === 'thinking' &&
        block['signature'] !== computeSignature(String(block['thinking']))
      ) {
        return `messages.${at}: Invalid \`signature\` in \`thinking\` block`
      }
    }
    const due = (before?.content ?? []).filter(({ type }) => type === 'tool_use')
    const given = content.slice(0, due.length)
    const isAnswered = due.every(({ id }) => given.some((block) => block['tool_use_id'] === id))
    if (!isAnswered) {
      return `messages.${at - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after`
    }
    const thoughtAt = content.findLastIndex(({ type }) => type === 'thinking')
    const firstOther = content.findIndex(
      ({ type }) => type !== 'thinking' && type !== 'redacted_thinking',
    )
    if (thoughtAt > firstOther && firstOther >= 0) return `messages.${at}: thinking must come first`
  }
  return turns.at(-1)?.role === 'assistant'
    ? 'This model does not support assistant message prefill.'
    : undefined
}

const usual = { input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 70 }

function stream(response: ServerResponse, body: Fields, script: AnthropicScript): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const send = (type: string, fields: Fields) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content: [],
  }
  send('message_start', {
    message: { ...message, usage: { ...usual, ...script.usage, output_tokens: 1 } },
  })
  send('ping', {})
  for (const [index, block] of script.blocks.entries()) {
    send('content_block_start', { index, content_block: emptied(block) })
    for (const delta of getPieces(block)) send('content_block_delta', { index, delta })
    if (script.breaksWith && index === script.blocks.length - 1) {
      response.end(
        `event: error\ndata: ${JSON.stringify({ type: 'error', error: script.breaksWith })}\n\n`,
      )
      return
    }
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: createStop(script), usage: { output_tokens: 12 } })
  send('message_stop', {})
  response.end()
}

const createStop = ({ blocks, stop, stopDetails }: AnthropicScript): Fields => ({
  stop_reason: stop ?? (blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'),
  stop_sequence: null,
  stop_details: stopDetails ?? null,
})

const formatWholeAnswer = (body: Fields, script: AnthropicScript) =>
  JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content: script.blocks,
    ...createStop(script),
    usage: { ...usual, ...script.usage, output_tokens: 12 },
  })

function emptied(block: Fields): Fields {
  switch (block['type']) {
    case 'text':
      return { ...block, text: '' }
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'tool_use':
      return { ...block, input: {} }
    default:
      return block
  }
}

function getPieces(block: Fields): Fields[] {
  switch (block['type']) {
    case 'text':
      return split(block['text']).map((text) => ({ type: 'text_delta', text }))
    case 'thinking':
      return [
        ...split(block['thinking']).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block['signature'] },
      ]
    case 'tool_use': {
      const json = JSON.stringify(block['input'])
      const pieces = json === '{}' ? [] : split(json)
      return ['', ...pieces].map((piece) => ({ type: 'input_json_delta', partial_json: piece }))
    }
    default:
      return []
  }
}

const split = (text: unknown): string[] => String(text).match(/[\s\S]{1,5}/g) ?? []
