import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { conversationDetailSchema, type Message } from '#contract/chat/chat.ts'
import { toAnswerEnd } from '#lib/answer-end.ts'
import { asList, asRecord } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import { tryParseAnswer } from '../../../json/parse-json.ts'
import type { ChatProvider } from '../../../ports/chat-provider.ts'
import {
  compatibleFlavour,
  createAnthropicProvider,
} from '../../../providers/anthropic/anthropic-provider.ts'
import { createOllamaProvider } from '../../../providers/ollama/ollama-provider.ts'
import { createOpenAiProvider } from '../../../providers/openai/openai-provider.ts'
import type { Store } from '../../../store/store.ts'
import { createQuestion, openChatApp, readRunEvents } from '../../chat-app.fixture.ts'
import { findHistoryProblem } from './strict-history.fixture.ts'
import { body, type WireCase, type WireOutcome, type WireService } from './wire-case.fixture.ts'

const chatPaths: Record<WireService, string> = {
  openai: '/openai/v1/chat/completions',
  responses: '/responses/v1/responses',
  anthropic: '/anthropic/v1/messages',
  ollama: '/ollama/api/chat',
}

const lastAnswers: Record<WireService, string> = {
  openai: body({ choices: [{ message: { content: 'Done.' }, finish_reason: 'stop' }] }),
  responses: body({
    object: 'response',
    status: 'completed',
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'Done.' }] }],
  }),
  anthropic: body({
    type: 'message',
    content: [{ type: 'text', text: 'Done.' }],
    stop_reason: 'end_turn',
  }),
  ollama: body({ message: { content: 'Done.' }, done: true, done_reason: 'stop' }),
}

export type WireReplay = {
  /**
   * Asks a question that gets the answer of the case, and a second question in the same chat.
   * @param pieceBytes size of the pieces that the service sends. Default: one piece.
   */
  replay: (one: WireCase, pieceBytes?: number) => Promise<Partial<WireOutcome>>
  /** Asks only the first question, whose answer the service sends at once. */
  replayFirst: (one: WireCase) => Promise<Partial<WireOutcome>>
  /** Asks in a chat whose previous questions got these raw answers, and returns the messages. */
  ask: (answers: readonly string[]) => Promise<Message[]>
  close: () => Promise<void>
}

/**
 * Opens chats with a fake service that sends raw answers. The fake service refuses invalid
 * histories, as strict services do.
 */
export async function openWireReplay(store: Store): Promise<WireReplay> {
  let answers: Buffer[] = []
  let pieceLength = Infinity
  const service = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const app = await openChatApp(store, { providers: createProviders(origin) })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = response
    const [name] =
      Object.entries(chatPaths).find(([, path]) => path === request.url?.split('?')[0]) ?? []
    let sent = ''
    for await (const piece of request.setEncoding('utf8')) sent += String(piece)
    if (!socket) return
    if (name === undefined) return void socket.end(body({}, 'application/json', '404 Not Found'))
    const problem = findHistoryProblem(name as WireService, asRecord(tryParseAnswer(sent)))
    if (problem !== undefined) {
      const error = { error: { message: problem, type: 'invalid_request_error' } }
      return void socket.end(body(error, 'application/json', '400 Bad Request'))
    }
    await sendPieces(socket, answers.shift() ?? Buffer.from(lastAnswers[name as WireService]))
  }
  const sendPieces = async (socket: NodeJS.WritableStream, bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += pieceLength) {
      socket.write(bytes.subarray(at, at + pieceLength))
      await othersTurn()
    }
    socket.end()
  }

  const settings = { tools: ['calculate'], allowedTools: ['calculate'] }
  const askOnce = async (id: string, modelId: string, parentId?: string) => {
    const request = createQuestion('Hi', {
      modelId,
      ...(parentId === undefined && { settings }),
      ...(parentId !== undefined && { parentId }),
    })
    await readRunEvents(await app.call(`/api/conversations/${id}/runs`, 'POST', request))
    const detail = await (await app.call(`/api/conversations/${id}`)).json()
    const { messages } = conversationDetailSchema.parse(detail)
    const answer = messages.find((message) => message.id === request.answerId)
    if (!answer) throw new Error('The answer was not stored.')
    return { answer, messages }
  }

  return {
    async replay({ service: name = 'openai', answer: given, expected }, pieceBytes = Infinity) {
      answers = [await readAnswer(given)]
      pieceLength = pieceBytes
      const id = newId()
      const { answer } = await askOnce(id, `${name}/m`)
      answers = []
      const next = await askOnce(id, `${name}/m`, answer.id)
      const canContinue = next.answer.run?.status === 'completed' && next.answer.text === 'Done.'
      return toOutcome(answer, { ...usualOutcome, ...expected }, canContinue)
    },
    async replayFirst({ service: name = 'openai', answer: given, expected }) {
      answers = [await readAnswer(given)]
      pieceLength = Infinity
      const { answer } = await askOnce(newId(), `${name}/m`)
      const { canContinue: _next, ...asked } = { ...usualOutcome, ...expected }
      return toOutcome(answer, asked, false)
    },
    async ask(raw) {
      answers = raw.map((one) => Buffer.from(one))
      pieceLength = Infinity
      const id = newId()
      let last: Awaited<ReturnType<typeof askOnce>> | undefined
      for (let times = 0; times <= raw.length; times++)
        last = await askOnce(id, 'openai/m', last?.answer.id)
      return last?.messages ?? []
    },
    async close() {
      await app.close()
      service.closeAllConnections()
      await new Promise((resolve) => service.close(resolve))
    },
  }
}

const usualOutcome = { status: 'completed', end: 'usual', canContinue: true } as const

/** Adds the outcome of a complete answer to the expected fields. */
export const completeExpected = ({ expected }: WireCase): Partial<WireOutcome> => ({
  ...usualOutcome,
  ...expected,
})

function createProviders(origin: string): ChatProvider[] {
  const describe = (id: string) => ({
    id,
    title: 'The service',
    addressSetting: 'its address',
    addressExample: origin,
    keySetting: 'its key',
  })
  return [
    createOpenAiProvider({ service: describe('openai'), baseUrl: `${origin}/openai/v1` }),
    createOpenAiProvider({
      service: describe('responses'),
      baseUrl: `${origin}/responses/v1`,
      chatApi: 'responses',
      quirks: { responses: {} },
    }),
    createAnthropicProvider({
      service: describe('anthropic'),
      baseUrl: `${origin}/anthropic`,
      flavour: compatibleFlavour,
    }),
    createOllamaProvider({ service: describe('ollama'), origin: `${origin}/ollama` }),
  ]
}

/** Adds the status text and the header that closes the connection, which case files omit. */
async function readAnswer(given: WireCase['answer']): Promise<Buffer> {
  if (typeof given === 'string') return Buffer.from(given)
  const bytes = await readFile(new URL(given.file, import.meta.url))
  const isBody = !given.file.endsWith('.http')
  if (isBody) return Buffer.concat([Buffer.from(body('', bodyType(given.file))), bytes])
  const text = bytes.toString('latin1')
  const [gap] = /\r?\n\r?\n/.exec(text) ?? ['']
  const headEnd = text.indexOf(gap)
  const head = text.slice(0, headEnd).replace('HTTP/1.1 200', 'HTTP/1.1 200 OK')
  const start = Buffer.from(`${head}\r\nconnection: close\r\n\r\n`)
  return Buffer.concat([start, bytes.subarray(headEnd + gap.length)])
}

const bodyType = (file: string): string =>
  file.endsWith('.sse') ? 'text/event-stream' : 'application/x-ndjson'

function toOutcome(
  { text, reasoning, run, toolCalls, attachments }: Message,
  expected: Partial<WireOutcome>,
  canContinue: boolean,
): Partial<WireOutcome> {
  const failure = run?.failure?.message ?? ''
  const isQuoted = expected.failure !== undefined && failure.includes(expected.failure)
  const all: WireOutcome = {
    text,
    reasoning: reasoning ?? '',
    status: run?.status ?? '',
    end: toAnswerEnd(run?.finishReason),
    failure: isQuoted ? (expected.failure ?? '') : failure,
    results: (toolCalls ?? []).map(({ result }) => result),
    sources: (run?.sources ?? []).flatMap(({ url }) => url ?? []),
    pictureCount: asList(attachments).length,
    canContinue,
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in expected))
}
