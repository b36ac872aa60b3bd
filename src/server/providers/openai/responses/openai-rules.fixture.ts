import { asText, type Fields } from '#lib/fields.ts'

/** Facts from OpenAI's documentation and bug reports, November 2026. */
type ModelFacts = {
  efforts: readonly string[]
  /** Cases in which chat completions refuse function tools, by reasoning effort. */
  refusesTools: 'never' | 'withEffort' | 'unlessNone' | 'always'
  isResponsesOnly?: boolean
}

export const openAiModels: Readonly<Record<string, ModelFacts>> = {
  'gpt-4.1': { efforts: [], refusesTools: 'never' },
  'gpt-5.4': { efforts: ['none', 'low', 'medium', 'high', 'xhigh'], refusesTools: 'withEffort' },
  'gpt-5.6-sol': {
    efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
    refusesTools: 'unlessNone',
  },
  'gpt-6-sol': {
    efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
    refusesTools: 'unlessNone',
  },
  'gpt-6.2-sol': { efforts: ['low', 'medium', 'high', 'xhigh', 'max'], refusesTools: 'always' },
  'gpt-5.3-codex': {
    efforts: ['low', 'medium', 'high'],
    refusesTools: 'always',
    isResponsesOnly: true,
  },
}

export type OpenAiRefusal = {
  status: number
  message: string
  param?: string | null
  code?: string | null
}

const refused = (
  message: string,
  param: string | null,
  code: string | null = null,
): OpenAiRefusal => ({
  status: 400,
  message,
  param,
  code,
})

const unsupported = (param: string) =>
  refused(
    `Unsupported parameter: '${param}' is not supported with this model.`,
    param,
    'unsupported_parameter',
  )

function effortFault(
  effort: unknown,
  name: string,
  { facts, model }: Asked,
): OpenAiRefusal | undefined {
  if (effort === undefined || facts.efforts.includes(effort as string)) return undefined
  if (facts.efforts.length === 0) return unsupported(name)
  const [last, ...others] = facts.efforts.map((one) => `'${one}'`).toReversed()
  return refused(
    `Unsupported value: ${JSON.stringify(effort)} is not supported with the '${model}' model. Supported values are: ${others.toReversed().join(', ')}, and ${last}.`,
    name,
    'unsupported_value',
  )
}

type Asked = { facts: ModelFacts; model: string }

export function completionFault(body: Fields): OpenAiRefusal | undefined {
  const model = String(body['model'])
  const facts = openAiModels[model]
  if (!facts)
    return {
      status: 404,
      message: `The model \`${model}\` does not exist`,
      code: 'model_not_found',
    }
  if (facts.isResponsesOnly === true) {
    const message = 'This model is only supported in v1/responses and not in v1/chat/completions.'
    return { status: 404, message, param: 'model' }
  }
  const isReasoning = facts.efforts.length > 0
  if (isReasoning && 'max_tokens' in body) {
    return refused(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    )
  }
  const effort = body['reasoning_effort']
  const refusesTools =
    facts.refusesTools === 'always' ||
    (facts.refusesTools === 'unlessNone' && effort !== 'none') ||
    (facts.refusesTools === 'withEffort' && effort !== undefined && effort !== 'none')
  if (Array.isArray(body['tools']) && refusesTools) {
    const or = facts.refusesTools === 'withEffort' ? '' : " or set reasoning_effort to 'none'"
    return refused(
      `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. Please use /v1/responses instead${or}.`,
      'reasoning_effort',
    )
  }
  for (const name of isReasoning ? ['temperature', 'top_p', 'stop'] : []) {
    if (name in body && body[name] !== 1) return unsupported(name)
  }
  return effortFault(effort, 'reasoning_effort', { facts, model })
}

const responseFields = new Set(
  'model input instructions max_output_tokens reasoning text tools tool_choice parallel_tool_calls max_tool_calls store include previous_response_id conversation background context_management prompt_cache_key prompt_cache_options safety_identifier service_tier moderation metadata temperature top_p top_logprobs stream stream_options truncation user prompt_cache_retention'.split(
    ' ',
  ),
)

export function responseFault(body: Fields): OpenAiRefusal | undefined {
  const unknown = Object.keys(body).find((name) => !responseFields.has(name))
  if (unknown !== undefined) {
    return refused(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter')
  }
  const model = String(body['model'])
  const facts = openAiModels[model]
  if (!facts)
    return {
      status: 404,
      message: `The model \`${model}\` does not exist`,
      code: 'model_not_found',
    }
  const { effort, summary } = (body['reasoning'] ?? {}) as Fields
  if (facts.efforts.length === 0 && summary !== undefined) return unsupported('reasoning.summary')
  const isReasoning = facts.efforts.length > 0 && effort !== 'none'
  for (const name of isReasoning ? ['temperature', 'top_p'] : []) {
    if (name in body) return unsupported(name)
  }
  return effortFault(effort, 'reasoning.effort', { facts, model }) ?? toolsFault(body['tools'])
}

function toolsFault(tools: unknown): OpenAiRefusal | undefined {
  for (const [at, tool] of ((tools ?? []) as Fields[]).entries()) {
    if (typeof tool['name'] !== 'string') {
      return refused(
        `Missing required parameter: 'tools[${at}].name'.`,
        `tools[${at}].name`,
        'missing_required_parameter',
      )
    }
    const schema = (tool['parameters'] ?? {}) as Fields
    if (
      tool['type'] === 'function' &&
      tool['strict'] !== false &&
      schema['additionalProperties'] !== false
    ) {
      return refused(
        `Invalid schema for function '${tool['name']}': In context=(), 'additionalProperties' is required to be supplied and to be false.`,
        `tools[${at}].parameters`,
        'invalid_function_parameters',
      )
    }
  }
  return undefined
}

/** Encodes reasoning so that only the same model can decode it. */
export const encrypt = (model: string, thought: string): string =>
  Buffer.from(`${model}:${thought}`).toString('base64')
const isEncryptedFor = (model: string, content: unknown): boolean =>
  Buffer.from(String(content), 'base64').toString().startsWith(`${model}:`)

/**
 * Returns the service's refusal of input items, or nothing for valid items.
 * @param reasoningOf the reasoning item before each call, by `call_id`.
 */
export function itemsFault(
  model: string,
  items: readonly Fields[],
  reasoningOf: ReadonlyMap<unknown, string>,
): OpenAiRefusal | undefined {
  const outputs = new Set(items.filter(isOutput).map((item) => item['call_id']))
  const calls = new Set(items.filter(isCall).map((item) => item['call_id']))
  for (const [at, item] of items.entries()) {
    const fault =
      item['type'] === 'reasoning'
        ? reasoningFault(item, items[at + 1], model)
        : isCall(item)
          ? callFault(item, { outputs, before: items.slice(0, at), reasoningOf })
          : isOutput(item) && !calls.has(item['call_id'])
            ? refused(
                `No tool call found for function call output with call_id ${String(item['call_id'])}.`,
                'input',
              )
            : messageFault(item, at)
    if (fault) return fault
  }
  return undefined
}

const isOutput = ({ type }: Fields) => String(type).endsWith('_output')
const isCall = ({ type }: Fields) => String(type).endsWith('_call')

function reasoningFault(
  item: Fields,
  next: Fields | undefined,
  model: string,
): OpenAiRefusal | undefined {
  const id = String(item['id'])
  if (typeof item['encrypted_content'] !== 'string') {
    const message = `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`
    return { status: 404, message, param: 'input' }
  }
  if (!isEncryptedFor(model, item['encrypted_content'])) {
    return refused(
      `The encrypted content for item ${id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
      null,
      'invalid_encrypted_content',
    )
  }
  const isPaired =
    next && (isCall(next) || next['role'] === 'assistant' || next['type'] === 'reasoning')
  return isPaired
    ? undefined
    : refused(
        `Item '${id}' of type 'reasoning' was provided without its required following item.`,
        'input',
      )
}

function callFault(
  item: Fields,
  about: {
    outputs: Set<unknown>
    before: readonly Fields[]
    reasoningOf: ReadonlyMap<unknown, string>
  },
): OpenAiRefusal | undefined {
  const callId = String(item['call_id'])
  if (!about.outputs.has(callId)) {
    return refused(`No tool output found for function call ${callId}.`, 'input')
  }
  const reasoningId = about.reasoningOf.get(callId)
  const hasReasoning = about.before.some(({ id }) => id === reasoningId)
  const id = asText(item['id'])
  if (id === undefined || reasoningId === undefined || hasReasoning) return undefined
  return refused(
    `Item '${id}' of type 'function_call' was provided without its required 'reasoning' item: '${reasoningId}'.`,
    'input',
  )
}

function messageFault(item: Fields, at: number): OpenAiRefusal | undefined {
  const { role, content } = item
  if (role !== 'assistant' || !Array.isArray(content)) return undefined
  const wrong = (content as Fields[]).find(
    ({ type }) => type !== 'output_text' && type !== 'refusal',
  )
  return wrong
    ? refused(
        `Invalid value: '${String(wrong['type'])}'. Supported values are: 'output_text' and 'refusal'.`,
        `input[${at}].content[0]`,
        'invalid_value',
      )
    : undefined
}
