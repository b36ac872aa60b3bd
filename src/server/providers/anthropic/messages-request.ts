import { asCount, asTexts, type Fields, isList, isRecord } from '#lib/fields.ts'
import type { ChatRequest } from '../../ports/chat-provider.ts'
import { addLeftOut, findLeftOut, withField, type ChatRequestBody } from '../openai/chat-body.ts'
import { toAnthropicMessages } from './message-blocks.ts'
import { takesForcedTools, thinkingFields, thinkingKinds } from './thinking.ts'
import type { MessagesModel } from './model-list.ts'

export type MessagesFlavour = {
  version: '2026-10-21' | '2023-06-01'
  /** False for Anthropic, whose API version 2026-10-21 refuses `temperature` and `top_p`. */
  takesSampling: boolean
  /** True if the service accepts `cache_control`. */
  caches: boolean
  usualThinking: 'adaptive' | 'enabled'
}

/**
 * Default maximum length of an answer, in tokens. All models of Anthropic's model list support this
 * length.
 */
const answerTokensUsual = 32_000
/**
 * Default maximum length of an answer, in tokens, for models that the model list does not describe.
 */
const answerTokensUnknown = 8_192

/**
 * Converts a request from OpenAI's format to a streaming Messages request.
 * @param model facts from the service's model list. Absent if the list lacks the model.
 * @throws {HttpError} `bad_request` for content parts that Anthropic's models do not accept.
 */
export function toMessagesRequest(
  request: ChatRequest,
  flavour: MessagesFlavour,
  model: MessagesModel | undefined,
): ChatRequestBody {
  const { messages, system } = toAnthropicMessages(request.messages)
  const tools = getTools(request['tools'])
  const kinds = thinkingKinds(request.model, model, flavour.usualThinking)
  const wanted = tools.length > 0 ? getToolChoice(request) : undefined
  const wantsForced = wanted?.['type'] === 'any' || wanted?.['type'] === 'tool'
  const isForced = wantsForced && takesForcedTools(request.model, kinds)
  const toolChoice = wantsForced && !isForced ? freeChoice(wanted) : wanted
  const maxTokens =
    asCount(request['max_completion_tokens']) ??
    asCount(request['max_tokens']) ??
    Math.min(model?.answerTokensMax ?? answerTokensUnknown, answerTokensUsual)
  const thinking = thinkingFields(request['reasoning_effort'], {
    model,
    kinds,
    maxTokens,
    isForced,
  })
  const format = toOutputFormat(request['response_format'])
  const outputConfig = { ...thinking.outputConfig, ...(format && { format }) }
  const stops = getStops(request['stop'])
  const user = request['user']
  const marksCache = JSON.stringify(request['messages']).includes('"cache_control"')
  const fields = {
    model: request.model,
    max_tokens: maxTokens,
    ...(system.length > 0 && { system }),
    messages,
    ...(tools.length > 0 && { tools }),
    ...(toolChoice && { tool_choice: toolChoice }),
    ...(thinking.thinking && { thinking: thinking.thinking }),
    ...(Object.keys(outputConfig).length > 0 && { output_config: outputConfig }),
    ...(stops.length > 0 && { stop_sequences: stops }),
    ...(typeof user === 'string' && user !== '' && { metadata: { user_id: user } }),
    ...(flavour.takesSampling && getSampling(request)),
    // `cache_control` is omitted if the caller sets cache markers, because the API allows four
    // markers at most.
    ...(flavour.caches && !marksCache && { cache_control: { type: 'ephemeral' } }),
    stream: true,
  }
  const taken = flavour.takesSampling ? [...takenFields, ...samplingFields] : takenFields
  const leftOut = [...findLeftOut(request, new Set(taken)), ...thinking.leftOut]
  if (wantsForced && !isForced) leftOut.push({ field: 'tool_choice', sent: 'auto' })
  const hasForm =
    isRecord(request['response_format']) && request['response_format']['type'] !== 'text'
  const value = hasForm && !format ? request['response_format'] : undefined
  return { fields, leftOut: addLeftOut(leftOut, 'response_format', { value }) }
}

const takenFields = [
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
  'response_format',
  'stop',
]
const samplingFields = ['temperature', 'top_p']

/** Makes a forced tool choice optional, because some models refuse forced choices. */
const freeChoice = (choice: Fields): Fields => ({
  ...withField(choice, 'name', undefined),
  type: 'auto',
})

function getTools(tools: unknown): Fields[] {
  if (!Array.isArray(tools)) return []
  return tools.filter(isRecord).map((tool) => {
    const called = tool['function']
    if (!isRecord(called)) return tool
    const { name, description, parameters } = called
    return {
      name,
      ...(typeof description === 'string' && { description }),
      input_schema: isRecord(parameters) ? parameters : { type: 'object', properties: {} },
      ...(isRecord(tool['cache_control']) && { cache_control: tool['cache_control'] }),
    }
  })
}

function getToolChoice(request: ChatRequest): Fields | undefined {
  const asked = request['tool_choice']
  const isOneByOne = request['parallel_tool_calls'] === false
  const single = isOneByOne && { disable_parallel_tool_use: true }
  if (asked === 'none') return { type: 'none' }
  if (asked === 'required') return { type: 'any', ...single }
  if (isRecord(asked) && isRecord(asked['function'])) {
    return { type: 'tool', name: asked['function']['name'], ...single }
  }
  if (asked === 'auto' || isOneByOne) return { type: 'auto', ...single }
  return undefined
}

function toOutputFormat(asked: unknown): Fields | undefined {
  const named = isRecord(asked) && asked['type'] === 'json_schema' && asked['json_schema']
  return isRecord(named) && isRecord(named['schema'])
    ? { type: 'json_schema', schema: named['schema'] }
    : undefined
}

/** Anthropic's maximum temperature is 1, OpenAI's is 2. */
function getSampling(request: ChatRequest): Fields {
  const { temperature, top_p: topP } = request
  return {
    ...(typeof temperature === 'number' && { temperature: Math.min(temperature, 1) }),
    ...(typeof topP === 'number' && { top_p: topP }),
  }
}

const getStops = (stop: unknown): string[] =>
  asTexts(isList(stop) ? stop : [stop]).filter((one) => one.trim() !== '')
