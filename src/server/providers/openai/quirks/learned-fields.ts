type Fields = Record<string, unknown>

/** Models of which something is remembered, of one service. */
const modelsMax = 500

/** What can be left out of a request without changing what it asks for. */
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
]
/** Two names of one thing: who refuses one may know the other. */
const openAiNames: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
}

/** What a refusal may name instead of the field that it is in. */
const within: Readonly<Record<string, string>> = {
  extra_body: 'thinking_config|include_thoughts|includeThoughts',
}

/** In a refusal: the field itself is not wanted, whatever its value. */
const isUnwanted =
  /unsupported|(not|n't|isn’t)( be| are| is| currently)? (support|permit|allow|recogni|known|expected|accept)|unknown|unrecogni[sz]ed|unexpected|extra[ _](input|field|param|forbidden)|forbidden|deprecated|cannot be (used|set|specified)|only the default/i

/** Leaves out what models have refused. */
export type LearnedFields = {
  /** A body without what its model is known to refuse. */
  apply: (model: string, body: Fields) => Fields
  /**
   * Learns from a refusal.
   *
   * @param text the answer's body.
   * @returns what to ask instead; nothing where the refusal names no field that could be left out.
   */
  learn: (model: string, body: Fields, text: string) => Fields | undefined
}

/**
 * @param dialect.droppable what can be left out without changing what is asked; OpenAI's unless told.
 * @param dialect.otherNames two names of one thing, both ways round; OpenAI's unless told.
 */
export function createLearnedFields(
  dialect: { droppable: readonly string[]; otherNames: Readonly<Record<string, string>> } = {
    droppable: openAiFields,
    otherNames: openAiNames,
  },
): LearnedFields {
  const { otherNames } = dialect
  const droppable = new Set(dialect.droppable)
  const without = (body: Fields, name: string): Fields => {
    if (!(name in body)) return body
    const { [name]: value, ...rest } = body
    const other = otherNames[name]
    return other === undefined || other in rest ? rest : { ...rest, [other]: value }
  }
  const canGo = (name: string) => droppable.has(name) || name in otherNames
  /** By model, the one learned about last at the end. */
  const known = new Map<string, Set<string>>()

  return {
    apply(model, body) {
      const refused = known.get(model)
      return refused ? [...refused].reduce(without, body) : body
    },
    learn(model, body, text) {
      const name = refusedField(Object.keys(body).filter(canGo), text)
      if (name === undefined) return undefined
      const refused = known.get(model) ?? new Set()
      known.delete(model)
      // Refused under both names, it is left out.
      known.set(model, refused.add(name))
      const [oldest] = known.keys()
      if (known.size > modelsMax && oldest !== undefined) known.delete(oldest)
      return without(body, name)
    },
  }
}

/** Which of `names` a refusal is about: by OpenAI's `param`, by FastAPI's `loc`, or by the words. */
function refusedField(names: readonly string[], text: string): string | undefined {
  if (!isUnwanted.test(text)) return undefined
  const param = /"param"\s*:\s*"([\w.]{1,60})"/.exec(text)?.[1]?.split('.')[0]
  if (param !== undefined && names.includes(param)) return param
  const places = names.map((name) => {
    const called = name in within ? `${name}|${within[name]}` : name
    return { name, at: text.search(new RegExp(`\\b(${called})\\b`)) }
  })
  // The first one named: sentences go on with what to use instead.
  return places.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at)[0]?.name
}
