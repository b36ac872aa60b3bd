import { type Fields, isList, isRecord } from '#lib/fields.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { createHash } from 'node:crypto'
import type { ChatRequest, ChatRequestMessage } from '../../../ports/chat-provider.ts'
import type { ChatRequestBody } from '../chat-body.ts'
import { responseItemsField } from '../responses/wire.ts'
import { applyRules, rulesFor, type ModelQuirks } from './model-rules.ts'
import { thinkingSwitches } from './thinking-switches.ts'

/** Differences of a service from other OpenAI-compatible services. */
export type VendorQuirks = {
  /** Name of a header that contains only the key. Default: `Authorization: Bearer …`. */
  keyHeader?: string
  /** Name of the field that limits the answer's tokens. If absent, the caller's field is sent. */
  tokenField?: 'max_tokens' | 'max_completion_tokens'
  /** True if the service accepts the role `developer`. Other services receive `system`. */
  hasDeveloperRole?: boolean
  refuses?: readonly string[]
  refusesStrict?: boolean
  renames?: Readonly<Record<string, string>>
  /** Values of `tool_choice` that this service names differently, by OpenAI's name. */
  toolChoices?: Readonly<Record<string, string>>
  /** Format of the reasoning effort. Default: OpenAI's field `reasoning_effort`. */
  thinking?: keyof typeof thinkingSwitches
  /**
   * Message fields that the next request sends back to the service. See `ChatProvider.handsBack`.
   */
  handsBack?: readonly string[]
  /** True if tool call ids must consist of nine letters and digits. */
  hasShortToolIds?: boolean
  toolIdLengthMax?: number
  /**
   * Prefix of the service's model names, which is removed because the service does not require it.
   */
  idPrefix?: string
  /** True if `completion_tokens` excludes reasoning tokens. */
  countsThoughtsApart?: boolean
  /** Path that requires a key. If absent, the model list tests the key. */
  keyTest?: string
  /** Rules for single models. The first matching rule applies. */
  models?: readonly ModelQuirks[]
  /**
   * Signature for tool calls that another service made, because this service refuses unsigned
   * calls.
   */
  callSignature?: string
  responses?: ResponsesQuirks
}

export type ResponsesQuirks = {
  /** Models that use the Responses API unless the user chose otherwise. */
  usualFor?: RegExp
  refuses?: readonly string[]
  summarizes?: boolean
  /** True if the service adds padding to its events unless the request disables the padding. */
  pads?: boolean
}

/** Fields that some models refuse, because these models think at a fixed temperature. */
export const samplingFields = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty']

/** Message fields that only one service understands, so they are not sent to other services. */
const carried = ['thinking_blocks', 'reasoning_details', 'reasoning_content', responseItemsField]

export function withQuirks(
  asked: ChatRequest,
  quirks: VendorQuirks,
  efforts?: readonly string[],
): ChatRequestBody {
  const rules = rulesFor(asked.model, quirks)
  const { request, leftOut } = applyRules(asked, {
    refuses: [...(quirks.refuses ?? []), ...(rules.refuses ?? [])],
    efforts: efforts ?? rules.efforts,
  })
  const fields: ChatRequest = { model: request.model, messages: [] }
  for (const [name, value] of Object.entries(request))
    setOwn(fields, ownValue(quirks.renames, name) ?? name, value)
  const limit = request['max_completion_tokens'] ?? request['max_tokens']
  if (quirks.tokenField && limit !== undefined) {
    delete fields['max_tokens']
    delete fields['max_completion_tokens']
    fields[quirks.tokenField] = limit
  }
  const choice = request['tool_choice']
  const otherChoice = typeof choice === 'string' ? ownValue(quirks.toolChoices, choice) : undefined
  if (otherChoice !== undefined) fields['tool_choice'] = otherChoice
  const effort = request['reasoning_effort']
  const thinking = rules.thinking ?? quirks.thinking
  if (thinking && typeof effort === 'string') {
    delete fields['reasoning_effort']
    Object.assign(fields, thinkingSwitches[thinking](effort, request.model))
  }
  const tools = request['tools']
  if (Array.isArray(tools) && tools.length > 0) Object.assign(fields, rules.withTools)
  if (quirks.refusesStrict && Array.isArray(tools)) fields['tools'] = tools.map(withoutStrict)
  fields.model = request.model
  fields.messages = request.messages.map((message) => messageFor(message, quirks))
  return { fields, leftOut }
}

function messageFor(message: ChatRequestMessage, quirks: VendorQuirks): ChatRequestMessage {
  const {
    handsBack = [],
    hasDeveloperRole,
    hasShortToolIds,
    toolIdLengthMax,
    callSignature,
  } = quirks
  const toId = hasShortToolIds
    ? shortId
    : toolIdLengthMax === undefined
      ? undefined
      : (id: string) => fitCallId(id, toolIdLengthMax)
  const isForeign = carried.some(
    (name) => Object.hasOwn(message, name) && !handsBack.includes(name),
  )
  const isDeveloper = message.role === 'developer' && hasDeveloperRole !== true
  const hasIds = 'tool_calls' in message || 'tool_call_id' in message
  const isUnsigned = callSignature !== undefined && 'tool_calls' in message
  if (!isForeign && !isDeveloper && !isUnsigned && !(hasIds && toId)) return message
  const copy: ChatRequestMessage = { ...message }
  for (const name of carried) if (!handsBack.includes(name)) delete copy[name]
  if (isDeveloper) copy.role = 'system'
  if (isUnsigned) copy['tool_calls'] = withSignature(copy['tool_calls'], callSignature)
  if (!toId) return copy
  if (typeof copy['tool_call_id'] === 'string') copy['tool_call_id'] = toId(copy['tool_call_id'])
  const calls = copy['tool_calls']
  if (Array.isArray(calls)) {
    copy['tool_calls'] = calls.map((call: unknown) =>
      isRecord(call) && typeof call['id'] === 'string' ? { ...call, id: toId(call['id']) } : call,
    )
  }
  return copy
}

/** Signs only the first of parallel calls, as the service itself does. */
function withSignature(calls: unknown, signature: string): unknown {
  if (!isList(calls) || !isRecord(calls[0])) return calls
  if (calls.some((call) => isRecord(call) && isRecord(call['extra_content']))) return calls
  const extra_content = { google: { thought_signature: signature } }
  return [{ ...calls[0], extra_content }, ...calls.slice(1)]
}

const shortLength = 9
/** Converts an id to nine letters and digits. The same id always has the same result. */
const shortId = (id: string): string =>
  /^[a-zA-Z0-9]{9}$/.test(id)
    ? id
    : createHash('sha256').update(id).digest('hex').slice(0, shortLength)

/** Shortens an id that is too long. The same id always has the same result. */
export const fitCallId = (id: string, lengthMax: number): string =>
  id.length <= lengthMax ? id : createHash('sha256').update(id).digest('hex').slice(0, lengthMax)

function withoutStrict(tool: unknown): unknown {
  if (!isRecord(tool) || !isRecord(tool['function'])) return tool
  const { strict: _, ...called } = tool['function']
  return { ...tool, function: called }
}

/** Adds reasoning tokens to the usage of a service that counts them separately. */
export function withThoughts(usage: Fields): Fields {
  const details = usage['completion_tokens_details']
  const thought = isRecord(details) ? Number(details['reasoning_tokens'] ?? 0) : 0
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage
  if (!(thought > 0) || typeof completion !== 'number') return usage
  if (total === Number(prompt) + completion) return usage
  return { ...usage, completion_tokens: completion + thought }
}
