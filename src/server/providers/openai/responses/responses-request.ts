import type { LeftOut } from '#contract/chat/left-out.ts'
import { asCount, asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ChatRequest } from '../../../ports/chat-provider.ts'
import { addLeftOut, type ChatRequestBody } from '../chat-body.ts'
import type { VendorQuirks } from '../quirks/vendor-quirks.ts'
import { toInputItems } from './input-items.ts'
import type { CustomTool, FunctionTool, ToolChoice } from './wire.ts'

/** Fields of chat completions that have no equivalent in the Responses API. */
const chatOnly = [
  'stop',
  'seed',
  'n',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'prediction',
  'modalities',
  'audio',
  'functions',
  'function_call',
  'web_search_options',
]

/** Fields of chat completions that have another format in the Responses API. */
const translated = [
  'messages',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
  'verbosity',
  'response_format',
  'tools',
  'tool_choice',
  'logprobs',
  'stream_options',
]

/**
 * Converts a chat request to a streaming Responses request. The service stores nothing and returns
 * encrypted reasoning, which the next request contains.
 * @throws {HttpError} `bad_request` for message parts that the API does not accept.
 */
export function toResponsesRequest(request: ChatRequest, quirks: VendorQuirks): ChatRequestBody {
  const { refuses = [], summarizes = false, pads = false } = quirks.responses ?? {}
  const rules = new Set([...chatOnly, ...translated, ...refuses])
  // Other fields are passed on, because some services have their own, such as OpenRouter's
  // `provider`.
  const others = Object.entries(request).filter(([name]) => !rules.has(name))
  const maxTokens = asCount(request['max_completion_tokens']) ?? asCount(request['max_tokens'])
  const tools = asList(request['tools']).map(toTool)
  const toolChoice = tools.length > 0 ? toToolChoice(request['tool_choice']) : undefined
  const format = toFormat(request['response_format'])
  const { verbosity } = request
  const text = { ...(format && { format }), ...(typeof verbosity === 'string' && { verbosity }) }
  const reasoning = reasoningFor(request, summarizes)
  const include = includedIn(request)
  const fields: Fields = {
    ...Object.fromEntries(others),
    model: request.model,
    input: toInputItems(request.messages, {
      model: request.model,
      systemRole: quirks.hasDeveloperRole === true ? 'developer' : 'system',
    }),
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...(reasoning && { reasoning }),
    ...(Object.keys(text).length > 0 && { text }),
    ...(tools.length > 0 && { tools }),
    ...(toolChoice !== undefined && { tool_choice: toolChoice }),
    store: false,
    include,
    stream: true,
    ...(pads && { stream_options: { include_obfuscation: false } }),
  }
  for (const name of refuses) delete fields[name]
  return { fields, leftOut: findLeftOut(request, refuses) }
}

function findLeftOut(request: ChatRequest, refuses: readonly string[]): readonly LeftOut[] {
  let leftOut: readonly LeftOut[] = []
  for (const name of [...chatOnly, ...refuses]) {
    leftOut = addLeftOut(leftOut, name, { value: ownValue(request, name) })
  }
  return leftOut
}

function reasoningFor(request: ChatRequest, summarizes: boolean): Fields | undefined {
  const effort = request['reasoning_effort']
  const own = request['reasoning']
  const asked = {
    ...(typeof effort === 'string' && { effort }),
    // Models without reasoning refuse a request for a summary.
    ...(summarizes && effort !== 'none' && isReasoning(request, effort) && { summary: 'auto' }),
    ...asRecord(own),
  }
  return Object.keys(asked).length > 0 ? asked : undefined
}

const isReasoning = ({ model }: ChatRequest, effort: unknown): boolean =>
  typeof effort === 'string' || /^(?:\w+\/)?(?:gpt-(?:[5-9]|\d\d)|o\d)/.test(model)

function includedIn(request: ChatRequest): string[] {
  const own = asList(request['include']).filter((name) => typeof name === 'string')
  const wanted = [
    'reasoning.encrypted_content',
    ...(request['logprobs'] === true ? ['message.output_text.logprobs'] : []),
  ]
  return [...new Set([...own, ...wanted])]
}

function toTool(tool: unknown): FunctionTool | CustomTool | Fields {
  if (!isRecord(tool)) return {}
  const { function: called, custom } = tool
  if (isRecord(custom)) return toCustomTool(custom)
  if (!isRecord(called)) return tool
  const { name, description, parameters, strict } = called
  return {
    type: 'function',
    name: asString(name),
    ...(typeof description === 'string' && { description }),
    parameters: isRecord(parameters) ? parameters : { type: 'object', properties: {} },
    // Strict is the default of the API, but most schemas do not meet the strict rules.
    strict: strict === true,
  }
}

function toCustomTool({ name, description, format }: Fields): CustomTool {
  const grammar = isRecord(format) && isRecord(format['grammar']) ? format['grammar'] : undefined
  return {
    type: 'custom',
    name: asString(name),
    ...(typeof description === 'string' && { description }),
    ...(grammar && {
      format: {
        type: 'grammar' as const,
        syntax: grammar['syntax'] === 'regex' ? ('regex' as const) : ('lark' as const),
        definition: asString(grammar['definition']),
      },
    }),
  }
}

function toToolChoice(choice: unknown): ToolChoice | Fields | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  if (!isRecord(choice)) return undefined
  const { function: called, custom, allowed_tools: allowed } = choice
  if (isRecord(called)) return { type: 'function', name: asString(called['name']) }
  if (isRecord(custom)) return { type: 'custom', name: asString(custom['name']) }
  if (isRecord(allowed)) {
    const mode = allowed['mode'] === 'required' ? 'required' : 'auto'
    const tools = asList(allowed['tools']).map((tool) => {
      const { type, function: named, ...rest } = asRecord(tool)
      return { type, ...asRecord(named), ...rest }
    })
    return { type: 'allowed_tools', mode, tools }
  }
  return choice
}

function toFormat(format: unknown): Fields | undefined {
  if (!isRecord(format) || format['type'] === 'text') return undefined
  const { type, json_schema: named } = format
  return type === 'json_schema' && isRecord(named) ? { type, ...named } : { type }
}
