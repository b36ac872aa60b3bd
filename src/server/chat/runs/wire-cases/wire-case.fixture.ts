import type { AnswerEnd } from '#lib/answer-end.ts'

/** Kinds of answers, in the order of the benchmark's table. */
export const wireClasses = [
  'tool calls',
  'unexpected fields',
  'errors',
  'labels',
  'stop reasons',
  'reasoning',
] as const

export type WireService = 'openai' | 'responses' | 'anthropic' | 'ollama'

export type WireCase = {
  name: string
  class: (typeof wireClasses)[number]
  service?: WireService | undefined
  /** Raw HTTP response, or the name of a file in this folder. */
  answer: string | { file: string }
  /**
   * The outcome to expect. Omitted fields must match a complete answer in a chat that can continue.
   */
  expected: Partial<WireOutcome>
}

export type WireOutcome = {
  text: string
  reasoning: string
  status: string
  end: AnswerEnd
  failure: string
  results: (string | undefined)[]
  sources: string[]
  pictureCount: number
  /** True if a strict service answers the next question of the chat. */
  canContinue: boolean
}

const head = (type: string, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`

export const encodeEvent = (record: unknown): string => `data: ${JSON.stringify(record)}\n\n`

/** Creates a stream of server-sent events. A string is sent unchanged, an object as `data`. */
export const sse = (...records: (object | string)[]): string =>
  head('text/event-stream') +
  records.map((one) => (typeof one === 'string' ? one : encodeEvent(one))).join('')

export const lines = (...records: object[]): string =>
  head('application/x-ndjson') + records.map((one) => `${JSON.stringify(one)}\n`).join('')

export const body = (content: unknown, type = 'application/json', status?: string): string =>
  head(type, status) + (typeof content === 'string' ? content : JSON.stringify(content))

export const doneMark = 'data: [DONE]\n\n'

export const chunk = (delta: unknown, finishReason: unknown = null, more: object = {}): object => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
  ...more,
})

export const chat = (...deltas: unknown[]): string =>
  sse(...deltas.map((delta) => chunk(delta)), chunk({}, 'stop'), doneMark)

/** Creates an answer in deltas of one character. */
export const spelled = (text: string): string =>
  chat(...Array.from(text).map((character) => ({ content: character })))

export const toolChunks = (...parts: unknown[]): string =>
  sse(
    ...parts.map((part) => chunk({ tool_calls: Array.isArray(part) ? part : [part] })),
    chunk({}, 'tool_calls'),
    doneMark,
  )

export const product = '{"expression":"6*7"}'
export const sum = '{"expression":"1+1"}'
export const calculate = (given: unknown, more: object = {}): object => ({
  ...more,
  type: 'function',
  function: { name: 'calculate', arguments: given },
})
