import type { IncomingMessage, ServerResponse } from 'node:http'
import { beginStream, createCompletion, startUpstream, type Upstream } from '../upstream.fixture.ts'
import {
  completionFault,
  encrypt,
  itemsFault,
  openAiModels,
  responseFault,
  type OpenAiRefusal,
} from './openai-rules.fixture.ts'

import type { ResponseEvent } from './wire.ts'

type Fields = Record<string, unknown>

export type ScriptItem =
  | { reasoning: string }
  | { text: string; phase?: string; citation?: Fields }
  | { refusal: string }
  | { call: string; name: string; input: Fields }
  | { customCall: string; name: string; input: string }

export type OpenAiScript = {
  output: ScriptItem[]
  incomplete?: string
  failed?: { code: string; message: string }
  error?: { code: string; message: string }
  breaks?: boolean
  usage?: Fields
}

export type OpenAiServer = Upstream & {
  asked: { path: string; body: Fields }[]
  requests: { path: string; body: Fields }[]
  answer: (body: Fields) => OpenAiScript
  hold?: Promise<void> | undefined
}

export const openAiKey = 'sk-proj-test-key-1234567890'

/**
 * Starts a fake OpenAI server for current models. It refuses tools on chat completions, stores
 * nothing, requires encrypted reasoning, and sends events in the documented order.
 */
export async function startOpenAi(): Promise<OpenAiServer> {
  const reasoningByCall = new Map<unknown, string>()
  const upstream = await startUpstream((request, response, text) => {
    const { authorization, 'api-key': azureKey } = request.headers
    if (authorization !== `Bearer ${openAiKey}` && azureKey !== openAiKey) {
      const message = `Incorrect API key provided: ${openAiKey}.`
      return refuse(response, { status: 401, message, code: 'invalid_api_key' })
    }
    const path = request.url ?? ''
    if (path === '/v1/models') return sendModels(response)
    const body = JSON.parse(text) as Fields
    server.requests.push({ path, body })
    if (path === '/v1/chat/completions') {
      const fault = completionFault(body)
      if (fault) return refuse(response, fault)
      server.asked.push({ path, body })
      return beginStream(response).end(createCompletion(['From ', 'chat.']).join(''))
    }
    if (path !== '/v1/responses') return refuse(response, { status: 404, message: 'Not found' })
    const items = Array.isArray(body['input']) ? (body['input'] as Fields[]) : []
    const fault = responseFault(body) ?? itemsFault(String(body['model']), items, reasoningByCall)
    if (fault) return refuse(response, fault)
    server.asked.push({ path, body })
    void send({ request, response, body, reasoningByCall })
  })
  const send = async (answering: Answering) => {
    await server.hold
    sendResponse(answering, server.answer(answering.body))
  }
  const server: OpenAiServer = {
    ...upstream,
    asked: [],
    requests: [],
    answer: () => ({ output: [{ text: 'Hello there' }] }),
  }
  return server
}

function refuse(
  response: ServerResponse,
  { status, message, param = null, code = null }: OpenAiRefusal,
) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'x-request-id': 'req_openai' })
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', param, code } }))
}

function sendModels(response: ServerResponse): void {
  const data = Object.keys(openAiModels).map((id) => ({ id, object: 'model', owned_by: 'openai' }))
  response
    .setHeader('Content-Type', 'application/json')
    .end(JSON.stringify({ object: 'list', data }))
}

type Answering = {
  request: IncomingMessage
  response: ServerResponse
  body: Fields
  reasoningByCall: Map<unknown, string>
}

const usual = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 100, cache_write_tokens: 10 },
  output_tokens: 40,
  output_tokens_details: { reasoning_tokens: 30 },
  total_tokens: 160,
}

function sendResponse({ response, body, reasoningByCall }: Answering, script: OpenAiScript): void {
  const model = String(body['model'])
  const id = `resp_${Math.random().toString(36).slice(2)}`
  const items = script.output.map((item, at) => toItem(item, `${id.slice(5)}${at}`, model))
  let reasoningId: string | undefined
  for (const item of items) {
    if (item['type'] === 'reasoning') reasoningId = String(item['id'])
    else if (reasoningId && 'call_id' in item) reasoningByCall.set(item['call_id'], reasoningId)
  }
  const whole = (status: string, output: Fields[], more: Fields = {}) => ({
    id,
    object: 'response',
    created_at: 1_795_000_000,
    status,
    model,
    output,
    error: null,
    incomplete_details: null,
    usage: null,
    ...more,
  })
  const usage = { ...usual, ...script.usage }
  if (body['stream'] !== true) {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(whole('completed', items, { usage })))
    return
  }
  beginStream(response)
  const pads = ((body['stream_options'] ?? {}) as Fields)['include_obfuscation'] !== false
  let sequence = 0
  const send: Send = (type, fields) => {
    const padding = pads && type.endsWith('.delta') ? { obfuscation: 'aZ3kQ9' } : {}
    const event = { type, sequence_number: sequence++, ...fields, ...padding }
    response.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  send('response.created', { response: whole('in_progress', []) })
  send('response.in_progress', { response: whole('in_progress', []) })
  for (const [at, item] of items.entries()) sendItem(send, item, at)
  if (script.breaks) return void response.end()
  if (script.error) {
    send('error', { ...script.error, param: null })
  } else if (script.failed) {
    send('response.failed', { response: whole('failed', items, { error: script.failed }) })
  } else if (script.incomplete) {
    const details = { incomplete_details: { reason: script.incomplete }, usage }
    send('response.incomplete', { response: whole('incomplete', items, details) })
  } else send('response.completed', { response: whole('completed', items, { usage }) })
  response.end()
}

function toItem(item: ScriptItem, id: string, model: string): Fields {
  const status = 'completed'
  if ('reasoning' in item) {
    const summary = item.reasoning
      .split('\n\n')
      .filter(Boolean)
      .map((text) => ({ type: 'summary_text', text }))
    const encrypted_content = encrypt(model, item.reasoning)
    return { id: `rs_${id}`, type: 'reasoning', summary, encrypted_content }
  }
  if ('call' in item) {
    const { call, name, input } = item
    const json = JSON.stringify(input)
    return { id: `fc_${id}`, type: 'function_call', status, call_id: call, name, arguments: json }
  }
  if ('customCall' in item) {
    const { customCall, name, input } = item
    return { id: `ctc_${id}`, type: 'custom_tool_call', status, call_id: customCall, name, input }
  }
  const message = { id: `msg_${id}`, type: 'message', status, role: 'assistant' }
  if ('refusal' in item)
    return { ...message, content: [{ type: 'refusal', refusal: item.refusal }] }
  const { text, phase, citation } = item
  const annotations = citation ? [citation] : []
  const content = [{ type: 'output_text', text, annotations, logprobs: [] }]
  return { ...message, ...(phase && { phase }), content }
}

type Send = (type: ResponseEvent['type'], fields: Fields) => void

function sendItem(send: Send, item: Fields, output_index: number): void {
  const at = { item_id: item['id'], output_index }
  send('response.output_item.added', { output_index, item: emptied(item) })
  if (item['type'] === 'reasoning') {
    for (const [summary_index, part] of (item['summary'] as Fields[]).entries()) {
      const place = { ...at, summary_index }
      const empty = { ...part, text: '' }
      send('response.reasoning_summary_part.added', { ...place, part: empty })
      for (const delta of split(part['text'])) {
        send('response.reasoning_summary_text.delta', { ...place, delta })
      }
      send('response.reasoning_summary_text.done', { ...place, text: part['text'] })
      send('response.reasoning_summary_part.done', { ...place, part })
    }
  } else if (item['type'] === 'message') {
    for (const [content_index, part] of (item['content'] as Fields[]).entries()) {
      sendPart(send, { ...at, content_index }, part)
    }
  } else if (item['type'] === 'function_call') {
    for (const delta of split(item['arguments'])) {
      send('response.function_call_arguments.delta', { ...at, delta })
    }
    send('response.function_call_arguments.done', { ...at, arguments: item['arguments'] })
  } else {
    for (const delta of split(item['input'])) {
      send('response.custom_tool_call_input.delta', { ...at, delta })
    }
    send('response.custom_tool_call_input.done', { ...at, input: item['input'] })
  }
  send('response.output_item.done', { output_index, item })
}

function sendPart(send: Send, place: Fields, part: Fields): void {
  if (part['type'] === 'refusal') {
    send('response.content_part.added', { ...place, part: { ...part, refusal: '' } })
    for (const delta of split(part['refusal'])) send('response.refusal.delta', { ...place, delta })
    send('response.refusal.done', { ...place, refusal: part['refusal'] })
  } else {
    send('response.content_part.added', { ...place, part: { ...part, text: '', annotations: [] } })
    for (const delta of split(part['text'])) {
      send('response.output_text.delta', { ...place, delta, logprobs: [] })
    }
    for (const [annotation_index, annotation] of (part['annotations'] as Fields[]).entries()) {
      send('response.output_text.annotation.added', { ...place, annotation_index, annotation })
    }
    send('response.output_text.done', { ...place, text: part['text'], logprobs: [] })
  }
  send('response.content_part.done', { ...place, part })
}

function emptied(item: Fields): Fields {
  const { encrypted_content: _, ...announced } = item
  const empty = { ...announced, status: 'in_progress' }
  if (item['type'] === 'reasoning') return { ...announced, summary: [] }
  if (item['type'] === 'message') return { ...empty, content: [] }
  return 'arguments' in item ? { ...empty, arguments: '' } : { ...empty, input: '' }
}

const split = (text: unknown): string[] => String(text).match(/[\s\S]{1,7}/g) ?? []
