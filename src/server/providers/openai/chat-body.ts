import type { LeftOut } from '#contract/chat/left-out.ts'
import { isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'

export type ChatRequestBody = {
  fields: Fields
  /** Fields of the caller's request that affect the answer but were not sent. */
  leftOut: readonly LeftOut[]
}

/** Fields that can be omitted without a notice, because they do not affect the answer. */
const silent = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'store',
  'user',
  'metadata',
  'include',
  'safety_identifier',
  'cache_control',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  // `extra_body` only requests the text of thoughts, so the answer is the same without this field.
  'extra_body',
  'reasoning.summary',
  'reasoning.encrypted_content',
])

/** Maps a service's field names to the names that callers use. */
const callerNames: Readonly<Record<string, string>> = {
  thinking: 'reasoning_effort',
  reasoning: 'reasoning_effort',
  'reasoning.effort': 'reasoning_effort',
  'output_config.effort': 'reasoning_effort',
  enable_thinking: 'reasoning_effort',
  chat_template_kwargs: 'reasoning_effort',
  stop_sequences: 'stop',
  random_seed: 'seed',
  'text.verbosity': 'verbosity',
  max_completion_tokens: 'max_tokens',
  max_output_tokens: 'max_tokens',
}

/** These values have the same meaning as an absent field. */
const defaults: Readonly<Record<string, unknown>> = {
  temperature: 1,
  top_p: 1,
  n: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  parallel_tool_calls: true,
  tool_choice: 'auto',
  logprobs: false,
  service_tier: 'auto',
}

/**
 * Adds an omitted field to the list, unless the field does not affect the answer.
 * @param value value from the caller.
 * @param sent value that is sent instead.
 */
export function addLeftOut(
  leftOut: readonly LeftOut[],
  field: string,
  { value, sent }: { value: unknown; sent?: string | undefined },
): readonly LeftOut[] {
  const name = ownValue(callerNames, field) ?? field
  const isEmpty = value == null || (Array.isArray(value) && value.length === 0)
  if (isEmpty || silent.has(field) || (sent === undefined && ownValue(defaults, name) === value)) {
    return leftOut
  }
  const others = leftOut.filter((one) => one.field !== name)
  return [...others, { field: name, ...(sent !== undefined && { sent }) }]
}

export const findLeftOut = (request: Fields, taken: ReadonlySet<string>): readonly LeftOut[] =>
  Object.entries(request)
    .filter(([name]) => !taken.has(name))
    .reduce<readonly LeftOut[]>((found, [name, value]) => addLeftOut(found, name, { value }), [])

/** @param path `name` or `outer.inner`. */
export function getField(fields: Fields, path: string): unknown {
  const [outer = '', inner] = path.split('.')
  const value = ownValue(fields, outer)
  if (inner === undefined) return value
  return isRecord(value) ? ownValue(value, inner) : undefined
}

export function withField(fields: Fields, path: string, value: unknown): Fields {
  const [outer = '', inner] = path.split('.')
  const { [outer]: before, ...others } = fields
  if (inner === undefined) return value === undefined ? others : { ...others, [outer]: value }
  const nested = withField(isRecord(before) ? before : {}, inner, value)
  return Object.keys(nested).length === 0 ? others : { ...others, [outer]: nested }
}
