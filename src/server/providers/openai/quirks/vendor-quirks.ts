import { isRecord, type Fields } from '#lib/fields.ts'
import { createHash } from 'node:crypto'
import type { ChatRequest, ChatRequestMessage } from '../../../ports/chat-provider.ts'

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
}

/** `reasoning_effort` in the words of those who have others. `model` is the service's own name. */
const thinkingSwitches = {
  /** OpenRouter. */
  reasoning: (effort: string) => ({
    reasoning: effort === 'none' ? { enabled: false } : { effort },
  }),
  /** Together. */
  enabled: (effort: string) => ({ reasoning: { enabled: effort !== 'none' } }),
  /** DeepSeek, z.ai, Moonshot. */
  type: (effort: string) => ({ thinking: { type: effort === 'none' ? 'disabled' : 'enabled' } }),
  /** DeepSeek, which also takes how much. */
  typeAndEffort: (effort: string) =>
    effort === 'none'
      ? { thinking: { type: 'disabled' } }
      : { thinking: { type: 'enabled' }, reasoning_effort: effort },
  /** Qwen and SiliconFlow. */
  enable: (effort: string) => ({ enable_thinking: effort !== 'none' }),
  /** vLLM and llama.cpp hand it to the model's template. */
  template: (effort: string) => ({
    reasoning_effort: effort,
    chat_template_kwargs: { enable_thinking: effort !== 'none' },
  }),
  /** Gemini, which tells what it thought only to who asks. */
  gemini: (effort: string) => ({
    reasoning_effort: effort,
    ...(effort !== 'none' && {
      extra_body: { google: { thinking_config: { include_thoughts: true } } },
    }),
  }),
  /** Groq: some of its models know but two efforts. */
  groq: (effort: string, model: string) => ({
    reasoning_effort: /qwen-?3/i.test(model) ? (effort === 'none' ? 'none' : 'default') : effort,
  }),
} satisfies Record<string, (effort: string, model: string) => Fields>

/** What an answer's message may hold for one service and for no other. */
const carried = ['thinking_blocks', 'reasoning_details', 'reasoning_content']

/** A request as this service wants it. */
export function withQuirks(request: ChatRequest, quirks: VendorQuirks): ChatRequest {
  const fields: ChatRequest = { model: request.model, messages: [] }
  for (const [name, value] of Object.entries(request)) {
    if (quirks.refuses?.includes(name)) continue
    fields[quirks.renames?.[name] ?? name] = value
  }
  const limit = request['max_completion_tokens'] ?? request['max_tokens']
  if (quirks.tokenField && limit !== undefined) {
    delete fields['max_tokens']
    delete fields['max_completion_tokens']
    fields[quirks.tokenField] = limit
  }
  const choice = request['tool_choice']
  const otherChoice = typeof choice === 'string' ? quirks.toolChoices?.[choice] : undefined
  if (otherChoice !== undefined) fields['tool_choice'] = otherChoice
  const effort = request['reasoning_effort']
  if (quirks.thinking && typeof effort === 'string') {
    delete fields['reasoning_effort']
    Object.assign(fields, thinkingSwitches[quirks.thinking](effort, request.model))
  }
  const tools = request['tools']
  if (quirks.refusesStrict && Array.isArray(tools)) fields['tools'] = tools.map(withoutStrict)
  fields.model = request.model
  fields.messages = request.messages.map((message) => messageFor(message, quirks))
  return fields
}

function messageFor(message: ChatRequestMessage, quirks: VendorQuirks): ChatRequestMessage {
  const { handsBack = [], hasDeveloperRole, hasShortToolIds } = quirks
  const isForeign = carried.some((name) => name in message && !handsBack.includes(name))
  const isDeveloper = message.role === 'developer' && hasDeveloperRole !== true
  const hasIds = 'tool_calls' in message || 'tool_call_id' in message
  // Nearly all messages are handed on as they are.
  if (!isForeign && !isDeveloper && !(hasIds && hasShortToolIds)) return message
  const copy: ChatRequestMessage = { ...message }
  for (const name of carried) if (!handsBack.includes(name)) delete copy[name]
  if (isDeveloper) copy.role = 'system'
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
