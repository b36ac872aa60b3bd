import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversationDetailSchema, type Message } from '#contract/chat/chat.ts'
import { toAnswerEnd } from '#lib/answer-end.ts'
import { newId } from '#lib/id.ts'
import { createOpenAiProvider } from '../../../providers/openai/openai-provider.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import { openChatApp, createQuestion, readRunEvents, type ChatApp } from '../../chat-app.fixture.ts'

/**
 * Raw responses of the service, in order. After them, it sends `last`, which ends rounds of tool
 * calls.
 */
let answers: Buffer[] = []
const last = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${JSON.stringify(
  { choices: [{ message: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' }] },
)}`
const noModels = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"data":[]}`
let service: Server
let store: Store
let app: ChatApp

beforeAll(async () => {
  store = await openTestStore()
  service = createServer((socket) => {
    socket.on('error', () => {})
    // The server may read the list of models at the same time.
    socket.once('data', (head) =>
      socket.end(head.toString().startsWith('POST') ? (answers.shift() ?? last) : noModels),
    )
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  app = await openChatApp(store, {
    providers: [createOpenAiProvider({ baseUrl: `http://127.0.0.1:${port}/v1` })],
  })
})
afterAll(async () => {
  await app.close()
  await store.close()
  await new Promise((resolve) => service.close(resolve))
})

async function replay(name: string, settings: object = {}): Promise<Message> {
  const bytes = await readFile(new URL(`${name}.http`, import.meta.url))
  const text = bytes.toString('latin1')
  const [gap] = /\r?\n\r?\n/.exec(text) ?? ['']
  const headEnd = text.indexOf(gap)
  const head = text.slice(0, headEnd).replace('HTTP/1.1 200', 'HTTP/1.1 200 OK')
  answers = [
    Buffer.concat([
      Buffer.from(`${head}\r\nconnection: close\r\n\r\n`),
      bytes.subarray(headEnd + gap.length),
    ]),
  ]
  const id = newId()
  const request = createQuestion('Hi', { modelId: 'openai/m', settings })
  await readRunEvents(await app.call(`/api/conversations/${id}/runs`, 'POST', request))
  const { messages } = conversationDetailSchema.parse(
    await (await app.call(`/api/conversations/${id}`)).json(),
  )
  const message = messages.find((one) => one.id === request.answerId)
  if (!message) throw new Error('The answer was not stored.')
  return message
}

const page = { title: 'A page', url: 'https://a.example/x', quote: '' }

describe('an answer of an OpenAI-compatible service', () => {
  it.each([
    ['bom', { text: 'Hello' }],
    ['done-trailing', { text: 'Hello' }],
    ['json-type-sse', { text: 'Hello there.' }],
    ['refusal', { text: 'I am not able to help with that.' }],
    ['refusal-whole', { text: 'I am not able to help with that.' }],
    ['reasoning-text', { reasoning: 'I thought', text: 'Hello' }],
    ['reasoning-details-only', { reasoning: 'I thought', text: 'Hello' }],
    ['mistral-think', { reasoning: 'User greets.', text: 'Hello!' }],
    ['gemma-channel', { reasoning: 'User greets.', text: 'Hello!' }],
    [
      'think-closing-only-inline',
      { reasoning: 'Okay the user greets me. I will greet back.', text: 'Hello!' },
    ],
    ['only-reasoning', { reasoning: 'The answer to your question is forty-two.', text: '' }],
    ['annotations', { text: 'It is so.', run: { sources: [page] } }],
    ['perplexity', { text: 'It is so[1].', run: { sources: [page] } }],
  ])('is complete with all its text: %s', async (name, expected) => {
    const { run, ...message } = await replay(name)
    expect({ ...message, run }).toMatchObject(expected)
    expect(run?.status).toBe('completed')
    expect(toAnswerEnd(run?.finishReason)).toBe('usual')
  })

  it.each([
    ['finish-network', 'Half an ans', 'error'],
    ['error-string-finish', 'Half ', 'error'],
    ['finish-sensitive', 'Half an ans', 'filter'],
  ])('keeps its text and does not count as complete: %s', async (name, text, end) => {
    const message = await replay(name)
    expect(message.text).toBe(text)
    expect(toAnswerEnd(message.run?.finishReason)).toBe(end)
  })

  it.each([
    ['code-msg', '', 'account is in arrears'],
    ['detail-error', '', 'Model is loading'],
    ['minimax', '', 'insufficient balance'],
    ['llamacpp-error-field', 'Half ', 'context shift is disabled'],
    ['event-error-no-data', 'Half ', 'cut off by the service'],
  ])('keeps its text and quotes the error: %s', async (name, text, quoted) => {
    const { run, ...message } = await replay(name)
    expect(message.text).toBe(text)
    expect(run?.status).toBe('failed')
    expect(run?.failure?.message).toContain(quoted)
  })

  it.each([
    ['index0', ['6*7 = 42', '1+1 = 2']],
    ['index0-same-chunk', ['6*7 = 42', '1+1 = 2']],
    ['args-double-encoded', ['6*7 = 42']],
    ['args-cumulative-prefix', ['6*7 = 42']],
  ])('runs each of its tool calls: %s', async (name, results) => {
    const message = await replay(name, { tools: ['calculate'], allowedTools: ['calculate'] })
    expect(message.toolCalls?.map(({ result }) => result)).toEqual(results)
    expect(message.text).toBe('Done.')
  })
})
