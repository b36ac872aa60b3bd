import { addLeftOut, getField, withField, type ChatRequestBody } from '../chat-body.ts'
import { effortsIn, nearestEffort } from './nearest-effort.ts'
import { ownValue } from '#lib/own-value.ts'

const modelsMax = 500

const openAiFields: readonly string[] = [
  'temperature',
  'top_p',
  'top_k',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'random_seed',
  'stop',
  'stream_options',
  'reasoning_effort',
  'reasoning',
  'thinking',
  'enable_thinking',
  'chat_template_kwargs',
  'extra_body',
  'parallel_tool_calls',
  'verbosity',
  'service_tier',
  'store',
  'user',
  'metadata',
  'safety_identifier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
]
/** Pairs of equivalent fields. A service that refuses one field may accept the other. */
const openAiNames: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
}

/**
 * Matches the names of inner fields, by the name of their outer field. A refusal may name only the
 * inner field.
 */
const within: Readonly<Record<string, string>> = {
  extra_body: 'thinking_config|include_thoughts|includeThoughts',
}

/** Matches refusals of a whole field, not of a value. */
const isUnwanted =
  /unsupported|(not|n't|isn’t)( be| are| is| currently)? (support|permit|allow|recogni|known|expected|accept)|unknown|unrecogni[sz]ed|unexpected|extra[ _](input|field|param|forbidden)|forbidden|deprecated|cannot be (used|set|specified)|only the default|must be verified/i

export type LearnedFields = {
  apply: (model: string, body: ChatRequestBody) => ChatRequestBody
  /**
   * Finds the refused field in a refusal.
   * @param text body of the error response.
   * @returns the body to send instead. `undefined` if the refusal names no optional field.
   */
  learn: (model: string, body: ChatRequestBody, text: string) => ChatRequestBody | undefined
}

type Known = { refused: Set<string>; efforts: readonly string[] | undefined }

type FieldNames = {
  /**
   * Optional fields, as `name` or `outer.inner`. The caller receives a notice if a field that
   * affects the answer is dropped.
   */
  droppable: readonly string[]
  otherNames: Readonly<Record<string, string>>
  effort: string
}

/** @param names field names of the API. Default: chat completions. */
export function createLearnedFields(
  names: FieldNames = {
    droppable: openAiFields,
    otherNames: openAiNames,
    effort: 'reasoning_effort',
  },
): LearnedFields {
  const { droppable, otherNames, effort } = names
  const known = new Map<string, Known>()

  const without = (body: ChatRequestBody, name: string, { refused }: Known): ChatRequestBody => {
    const value = getField(body.fields, name)
    if (value === undefined) return body
    const fields = withField(body.fields, name, undefined)
    const other = ownValue(otherNames, name)
    return other === undefined || Object.hasOwn(fields, other) || refused.has(other)
      ? { fields, leftOut: addLeftOut(body.leftOut, name, { value }) }
      : { ...body, fields: { ...fields, [other]: value } }
  }
  const withEffort = (body: ChatRequestBody, efforts: readonly string[]): ChatRequestBody => {
    const value = getField(body.fields, effort)
    const sent = typeof value === 'string' ? nearestEffort(value, efforts) : undefined
    if (sent === undefined || sent === value) return body
    const fields = withField(body.fields, effort, sent)
    return { fields, leftOut: addLeftOut(body.leftOut, effort, { value, sent }) }
  }
  const apply = (body: ChatRequestBody, facts: Known): ChatRequestBody => {
    const clamped = facts.efforts ? withEffort(body, facts.efforts) : body
    return [...facts.refused].reduce((left, name) => without(left, name, facts), clamped)
  }
  const remember = (model: string, facts: Known): Known => {
    known.delete(model)
    known.set(model, facts)
    const [oldest] = known.keys()
    if (known.size > modelsMax && oldest !== undefined) known.delete(oldest)
    return facts
  }

  return {
    apply(model, body) {
      const facts = known.get(model)
      return facts ? apply(body, facts) : body
    },
    learn(model, body, text) {
      const facts = known.get(model) ?? { refused: new Set<string>(), efforts: undefined }
      const value = getField(body.fields, effort)
      if (typeof value === 'string' && isAboutEffort(text)) {
        const efforts = effortsIn(text)
        if (efforts && !efforts.includes(value)) {
          return apply(body, remember(model, { ...facts, efforts }))
        }
      }
      const present = [...droppable, ...Object.keys(otherNames)].filter(
        (name) => getField(body.fields, name) !== undefined,
      )
      const name = refusedField(present, text)
      if (name === undefined) return undefined
      const refused = new Set(facts.refused).add(name)
      return apply(body, remember(model, { ...facts, refused }))
    },
  }
}

const isAboutEffort = (text: string) => /effort|thinking.?level/i.test(text)

/** Finds the refused field in OpenAI's `param`, in FastAPI's `loc`, or in the message. */
function refusedField(names: readonly string[], text: string): string | undefined {
  if (!isUnwanted.test(text)) return undefined
  const param = /"param"\s*:\s*"([\w.]{1,60})"/.exec(text)?.[1]
  if (param !== undefined) {
    const named = names.find((name) => name === param || name === param.split('.')[0])
    if (named !== undefined) return named
  }
  const places = names.map((name) => {
    const called = Object.hasOwn(within, name)
      ? `${name}|${ownValue(within, name)}`
      : name.replace('.', '\\.')
    return { name, at: text.search(new RegExp(`\\b(${called})\\b`)) }
  })
  return places.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at)[0]?.name
}
