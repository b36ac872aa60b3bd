import { isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { z } from 'zod'
import { HttpError } from '../../errors/http-error.ts'
import type { ChatRequest, ChatRequestMessage } from '../../ports/chat-provider.ts'

const content = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))], {
  error: 'must be a string or a list of blocks',
})

/** Fields of `POST …/messages` that are needed to convert a request for other services. */
export const messagesRequestSchema = z.looseObject({
  model: z.string(),
  max_tokens: z
    .number({ error: 'Field required' })
    .int('must be a whole number')
    .min(1, 'must be at least 1'),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['user', 'assistant', 'system'], { error: 'must be user or assistant' }),
        content,
      }),
      { error: 'Field required' },
    )
    .min(1, 'must contain at least one message'),
  system: content.nullish(),
  stream: z.boolean().nullish(),
  tools: z.array(z.looseObject({})).nullish(),
})

/**
 * Converts a request of Anthropic's Messages API to OpenAI's format.
 * @throws {HttpError} `bad_request` for invalid fields and for features that other services lack.
 */
export function parseMessagesRequest(body: unknown): { request: ChatRequest; isStream: boolean } {
  const parsed = messagesRequestSchema.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new HttpError('bad_request', `${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { model, max_tokens, messages, system, stream, tools, ...rest } = parsed.data
  const request: ChatRequest = {
    model,
    messages: [
      ...(system ? [{ role: 'system', content: plainText(system) }] : []),
      ...messages.flatMap(({ role, content: said }) =>
        role === 'assistant' ? getAnswer(said) : getQuestion(role, said),
      ),
    ],
    max_tokens,
    ...(tools && tools.length > 0 && { tools: tools.map(getTool) }),
    ...getToolChoice(rest['tool_choice']),
    ...getEffort(rest['thinking'], rest['output_config']),
    ...toResponseFormat(rest['output_config']),
    ...pick(rest, ['temperature', 'top_p', 'top_k']),
  }
  const stops = rest['stop_sequences']
  if (Array.isArray(stops) && stops.length > 0) request['stop'] = stops
  const { metadata } = rest
  if (isRecord(metadata) && typeof metadata['user_id'] === 'string') {
    request['user'] = metadata['user_id']
  }
  return { request, isStream: stream === true }
}

type Content = string | Fields[]

const plainText = (said: Content): string =>
  typeof said === 'string'
    ? said
    : said.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n\n')

/**
 * Converts a user's turn to messages. Tool results become separate messages, and their pictures
 * move to the text that follows.
 */
function getQuestion(role: string, said: Content): ChatRequestMessage[] {
  if (typeof said === 'string') return [{ role, content: said }]
  const results: ChatRequestMessage[] = []
  const parts: Fields[] = []
  for (const block of said) {
    if (block['type'] !== 'tool_result') {
      parts.push(getPart(block))
      continue
    }
    const given = block['content']
    const inside = Array.isArray(given) ? given.filter(isRecord) : []
    results.push({
      role: 'tool',
      tool_call_id: block['tool_use_id'],
      content: typeof given === 'string' ? given : plainText(inside),
    })
    parts.push(...inside.filter(({ type }) => type !== 'text').map(getPart))
  }
  return [...results, ...(parts.length > 0 ? [{ role, content: parts }] : [])]
}

function getAnswer(said: Content): ChatRequestMessage[] {
  if (typeof said === 'string') return [{ role: 'assistant', content: said }]
  const getTexts = (type: string, field: string) =>
    said.flatMap((block) =>
      block['type'] === type && typeof ownValue(block, field) === 'string'
        ? [ownValue(block, field)]
        : [],
    )
  const calls = said.filter(({ type }) => type === 'tool_use')
  const text = getTexts('text', 'text').join('\n\n')
  // Services that reject `reasoning_content` do not receive it, because later code removes it.
  const thinking = getTexts('thinking', 'thinking').join('\n\n')
  if (!text && calls.length === 0) return []
  return [
    {
      role: 'assistant',
      content: text || null,
      ...(thinking && { reasoning_content: thinking }),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, input }) => ({
          id,
          type: 'function',
          function: { name, arguments: JSON.stringify(input ?? {}) },
        })),
      }),
    },
  ]
}

function getPart(block: Fields): Fields {
  const { type, source } = block
  if (type === 'text') return { type, text: block['text'] }
  const { type: kind, media_type: mime, data, url } = isRecord(source) ? source : {}
  const address = kind === 'base64' ? `data:${String(mime)};base64,${String(data)}` : url
  if (type === 'image' && typeof address === 'string') {
    return { type: 'image_url', image_url: { url: address } }
  }
  if (type === 'document' && kind === 'text') return { type: 'text', text: data }
  if (type === 'document' && kind === 'base64') {
    const { title } = block
    const filename = typeof title === 'string' ? title : 'document.pdf'
    return { type: 'file', file: { filename, file_data: address } }
  }
  throw new HttpError(
    'bad_request',
    `This model cannot read blocks of type “${String(type).slice(0, 60)}”.`,
  )
}

function getTool(tool: Fields): Fields {
  const { type, name, description, input_schema: parameters } = tool
  if (!isRecord(parameters)) {
    throw new HttpError(
      'bad_request',
      `This model has no tool “${String(type ?? name).slice(0, 60)}” of its own. Give tools with an input_schema.`,
    )
  }
  return { type: 'function', function: { name, description, parameters } }
}

function getToolChoice(choice: unknown): Fields {
  if (!isRecord(choice)) return {}
  const choices: Record<string, unknown> = {
    auto: 'auto',
    none: 'none',
    any: 'required',
    tool: { type: 'function', function: { name: choice['name'] } },
  }
  return {
    tool_choice: ownValue(choices, String(choice['type'])) ?? 'auto',
    ...(choice['disable_parallel_tool_use'] === true && { parallel_tool_calls: false }),
  }
}

/**
 * Maximum thinking budget of each effort, in tokens. A larger budget counts as the effort `high`.
 */
const effortBudgets = [
  ['low', 8_000],
  ['medium', 20_000],
] as const

function getEffort(thinking: unknown, output: unknown): Fields {
  const asked = isRecord(output) ? output['effort'] : undefined
  if (typeof asked === 'string') {
    return { reasoning_effort: asked === 'xhigh' || asked === 'max' ? 'high' : asked }
  }
  if (!isRecord(thinking) || thinking['type'] !== 'enabled') return {}
  const budget = Number(thinking['budget_tokens'])
  const [effort] = effortBudgets.find(([, most]) => budget <= most) ?? ['high']
  return { reasoning_effort: effort }
}

function toResponseFormat(output: unknown): Fields {
  const format = isRecord(output) ? output['format'] : undefined
  if (!isRecord(format) || !isRecord(format['schema'])) return {}
  const schema = { name: 'answer', schema: format['schema'] }
  return { response_format: { type: 'json_schema', json_schema: schema } }
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) =>
      ownValue(fields, name) == null ? [] : [[name, ownValue(fields, name)]],
    ),
  )
