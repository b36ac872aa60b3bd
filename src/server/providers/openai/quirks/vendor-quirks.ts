import { isRecord, type Fields } from '#lib/fields.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { createHash } from 'node:crypto'
import type { ChatRequest, ChatRequestMessage } from '../../../ports/chat-provider.ts'
import type { ChatBody } from '../chat-body.ts'
import { responseItemsField } from '../responses/wire.ts'
import { applyRules, rulesFor, type ModelRules } from './model-rules.ts'
import { thinkingSwitches } from './thinking-switches.ts'

/** Where a service differs from what most of those who speak OpenAI's protocol do. */
export type VendorQuirks = {
  /** The header that holds the key alone; absent: `Authorization: Bearer …`. */
  keyHeader?: string
  /** What the limit of an answer is called; absent: whatever the caller says. */
  tokenField?: 'max_tokens' | 'max_completion_tokens'
  /** Takes the role `developer`; all others are sent `system` instead. */
  hasDeveloperRole?: boolean
  /** Fields of a request that are refused. */
  refuses?: readonly string[]
  /** Refuses `strict` in tools. */
  refusesStrict?: boolean
  /** Fields that have another name here. */
  renames?: Readonly<Record<string, string>>
  /** `tool_choice` by another word. */
  toolChoices?: Readonly<Record<string, string>>
  /** How it is told to think; absent: by `reasoning_effort`, as OpenAI is. */
  thinking?: keyof typeof thinkingSwitches
  /** See `ChatProvider.handsBack`. */
  handsBack?: readonly string[]
  /** Ids of tool calls have to be nine letters and digits. */
  hasShortToolIds?: boolean
  /** In front of its models' names in the list; names without it are taken too. */
  idPrefix?: string
  /** Its `completion_tokens` do not count what was thought. */
  countsThoughtsApart?: boolean
  /** Below the base address: answers only who has a key. Without it the list of models is the test. */
  keyTest?: string
  /** Rules of single models; the first one that matches counts. */
  models?: readonly ModelRules[]
  /** Calls without a signature are refused. The value is accepted for those that another service made. */
  callSignature?: string
  /** How it serves OpenAI's Responses; absent: not at all. */
  responses?: ResponsesQuirks
}

/** How a service serves `POST …/responses`. */
export type ResponsesQuirks = {
  /** Models that are asked this way unless the person chose otherwise. */
  usualFor?: RegExp
  /** Fields that are refused. */
  refuses?: readonly string[]
  /** Returns summaries of what was thought, where they are requested. */
  summarizes?: boolean
  /** Pads its events unless told not to. */
  pads?: boolean
}

/** Fields that no model takes while it thinks at a fixed temperature. */
export const samplingFields = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty']

/** What an answer's message may hold for one service and for no other. */
const carried = ['thinking_blocks', 'reasoning_details', 'reasoning_content', responseItemsField]

/** Returns a request as this service wants it. */
export function withQuirks(
  asked: ChatRequest,
  quirks: VendorQuirks,
  efforts?: readonly string[],
): ChatBody {
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
  const { handsBack = [], hasDeveloperRole, hasShortToolIds, callSignature } = quirks
  const isForeign = carried.some(
    (name) => Object.hasOwn(message, name) && !handsBack.includes(name),
  )
  const isDeveloper = message.role === 'developer' && hasDeveloperRole !== true
  const hasIds = 'tool_calls' in message || 'tool_call_id' in message
  const isUnsigned = callSignature !== undefined && 'tool_calls' in message
  // Nearly all messages are handed on as they are.
  if (!isForeign && !isDeveloper && !isUnsigned && !(hasIds && hasShortToolIds)) return message
  const copy: ChatRequestMessage = { ...message }
  for (const name of carried) if (!handsBack.includes(name)) delete copy[name]
  if (isDeveloper) copy.role = 'system'
  if (isUnsigned) copy['tool_calls'] = withSignature(copy['tool_calls'], callSignature)
  if (!hasShortToolIds) return copy
  if (typeof copy['tool_call_id'] === 'string') copy['tool_call_id'] = shortId(copy['tool_call_id'])
  const calls = copy['tool_calls']
  if (Array.isArray(calls)) {
    copy['tool_calls'] = calls.map((call: unknown) =>
      isRecord(call) && typeof call['id'] === 'string'
        ? { ...call, id: shortId(call['id']) }
        : call,
    )
  }
  return copy
}

/** Only the first of the calls made at once has a signature. */
function withSignature(calls: unknown, signature: string): unknown {
  if (!Array.isArray(calls) || !isRecord(calls[0])) return calls
  if (calls.some((call) => isRecord(call) && isRecord(call['extra_content']))) return calls
  const extra_content = { google: { thought_signature: signature } }
  return [{ ...calls[0], extra_content }, ...(calls.slice(1) as unknown[])]
}

const shortLength = 9
/** The same nine letters and digits for the same id; those that are so already stay. */
const shortId = (id: string): string =>
  /^[a-zA-Z0-9]{9}$/.test(id)
    ? id
    : createHash('sha256').update(id).digest('hex').slice(0, shortLength)

function withoutStrict(tool: unknown): unknown {
  if (!isRecord(tool) || !isRecord(tool['function'])) return tool
  const { strict: _, ...called } = tool['function']
  return { ...tool, function: called }
}

/** The counts of a service that leaves its thoughts out of them, with them. */
export function withThoughts(usage: Fields): Fields {
  const details = usage['completion_tokens_details']
  const thought = isRecord(details) ? Number(details['reasoning_tokens'] ?? 0) : 0
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage
  if (!(thought > 0) || typeof completion !== 'number') return usage
  // The total shows whether they are counted already.
  if (total === Number(prompt) + completion) return usage
  return { ...usage, completion_tokens: completion + thought }
}
