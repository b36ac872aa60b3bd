import { z } from 'zod'
import { asRecord, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { ChatRequest } from '../../../ports/chat-provider.ts'
import { toChatMessages } from './input-messages.ts'
import { toFunctions, toToolChoice, type ToolNames } from './response-tools.ts'

const number = (min: number, max: number) => {
  const error = `must be a number from ${min} to ${max}`
  return z.number({ error }).min(min, { error }).max(max, { error }).nullish()
}

export const responseRequestSchema = z.looseObject(
  {
    model: z.string().optional().meta({ description: 'Id from the list of models.' }),
    input: z
      .union([z.string(), z.array(z.looseObject({ type: z.string().optional() }))], {
        error: 'must be a string or a list of items',
      })
      .nullish()
      .meta({ description: 'A text, or input items in OpenAI’s format.' }),
    instructions: z.string({ error: 'must be a string' }).nullish(),
    previous_response_id: z.string({ error: 'must be a string' }).nullish().meta({
      description: 'Continues a response that was stored in the last hour.',
    }),
    max_output_tokens: z
      .int({ error: 'must be a whole number above 0' })
      .min(1, 'must be a whole number above 0')
      .nullish(),
    temperature: number(0, 2),
    top_p: number(0, 1),
    top_logprobs: number(0, 20),
    stream: z.boolean({ error: 'must be true or false' }).nullish(),
    store: z.boolean({ error: 'must be true or false' }).nullish().meta({
      description: 'Unless false, the response can be continued for an hour.',
    }),
    parallel_tool_calls: z.boolean({ error: 'must be true or false' }).nullish(),
    tools: z.array(z.unknown(), { error: 'must be a list of tools' }).nullish(),
    tool_choice: z.union([z.string(), z.looseObject({})]).nullish(),
    reasoning: z.looseObject({ effort: z.string().nullish() }).nullish(),
    text: z.looseObject({ format: z.looseObject({ type: z.string() }).nullish() }).nullish(),
    include: z.array(z.string()).nullish(),
  },
  { error: 'The body must be a JSON object.' },
)
export type ResponseRequest = z.infer<typeof responseRequestSchema>

/**
 * Fields that only OpenAI supports. They are rejected, because the answer would be different
 * without them.
 */
const unsupported = ['conversation', 'prompt', 'context_management'] as const

/** @throws {HttpError} `bad_request` with the name of the invalid field. */
export function parseResponseRequest(body: unknown): ResponseRequest {
  const parsed = responseRequestSchema.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = issue?.path.join('.') ?? ''
    throw wrong(path, issue?.message ?? 'is not valid')
  }
  const found = unsupported.find((name) => parsed.data[name] != null)
  if (found) throw wrong(found, 'is not supported for this model. Leave it out')
  return parsed.data
}

type Translation = {
  items: readonly Fields[]
  provider: string
  isCodex: boolean
}

/** Converts a request to the format of chat completions. */
export function toResponseChatRequest(
  request: ResponseRequest,
  { items, provider, isCodex }: Translation,
): { chat: Fields & Pick<ChatRequest, 'messages'>; names: ToolNames } {
  const { messages, instructions } = toChatMessages(items, provider)
  const { functions, names } = toFunctions(request.tools ?? [], { dropsHosted: isCodex })
  const system = [request.instructions ?? '', ...instructions].filter((text) => text !== '')
  // Clients test a connection with a request without input. OpenAI answers such a request, so a
  // placeholder becomes the input.
  if (messages.length === 0) messages.push({ role: 'user', content: '…' })
  const effort = request.reasoning?.effort
  return {
    names,
    chat: {
      messages: [
        ...(system.length > 0 ? [{ role: 'system', content: system.join('\n\n') }] : []),
        ...messages,
      ],
      ...toToolChoice(request.tool_choice, functions),
      ...(functions.length > 0 &&
        request.parallel_tool_calls != null && {
          parallel_tool_calls: request.parallel_tool_calls,
        }),
      ...(request.max_output_tokens != null && { max_tokens: request.max_output_tokens }),
      ...(effort && { reasoning_effort: effort }),
      ...toResponseFormat(request.text?.format),
      ...toLogprobs(request),
      ...pick(request, ['temperature', 'top_p', 'user', 'service_tier']),
    },
  }
}

function toResponseFormat(format: Fields | null | undefined): Fields {
  const { type, ...schema } = asRecord(format)
  if (type === 'json_schema') return { response_format: { type, json_schema: schema } }
  return type === 'json_object' ? { response_format: { type } } : {}
}

const toLogprobs = ({ include, top_logprobs: top }: ResponseRequest): Fields =>
  top != null || include?.includes('message.output_text.logprobs')
    ? { logprobs: true, ...(top != null && { top_logprobs: top }) }
    : {}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) =>
      ownValue(fields, name) == null ? [] : [[name, ownValue(fields, name)]],
    ),
  )

/** Returns the items of a request. A plain text becomes a message of the user. */
export const toItems = ({ input }: ResponseRequest): Fields[] =>
  typeof input === 'string'
    ? [{ type: 'message', role: 'user', content: input }]
    : (input ?? []).filter(isRecord)

const wrong = (path: string, message: string) =>
  new HttpError('bad_request', path === '' ? message : `${path}: ${message}.`, {
    issues: [{ path, message }],
  })
