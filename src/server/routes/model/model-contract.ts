import { createHash } from 'node:crypto'
import type { ChatModel, Model, Model3d } from '#contract/models.ts'
import {
  asList,
  asSchema,
  asTexts,
  isRecord,
  type JsonSchema,
  type ParamSchema,
} from '#lib/params/param-schema.ts'
import { rulesOf } from '#lib/params/rules.ts'
import { exampleParams } from './model-example.ts'

/**
 * A model as a contract in the form `model-contract.v1`, from which a client checks params and knows
 * which addresses to call. Addresses are relative to the server's own.
 */
export function toModelContract(model: Model) {
  const content = model.kind === 'chat' ? chatContract(model) : generationContract(model)
  const whole = {
    schema_version: 'model-contract.v1',
    model_id: model.id,
    display_name: model.name,
    family: model.provider,
    ...content,
  }
  const revision = createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 16)
  return { ...whole, revision }
}

const chatContract = (_model: ChatModel) => ({
  kind: 'llm',
  protocol: 'llm_chat_completions',
  body_mode: 'openai_chat_json',
  endpoints: { chat_completions: { method: 'POST', path: '/llm/chat/completions' } },
  input_schema: {
    type: 'object',
    required: ['messages'],
    additionalProperties: true,
    properties: {
      // Without `items`: clients that check a list's entries drop what the schema does not name.
      messages: { type: 'array', minItems: 1 },
      stream: { type: 'boolean' },
      temperature: { type: 'number', minimum: 0, maximum: 2 },
      top_p: { type: 'number', minimum: 0, maximum: 1 },
      max_tokens: { type: 'integer', minimum: 1 },
      reasoning_effort: { type: 'string' },
      tools: { type: 'array' },
      stop: { type: 'string' },
      seed: { type: 'integer' },
    },
  },
  examples: [{ name: 'Shortest', input: { messages: [{ role: 'user', content: 'Hello' }] } }],
  input_rules: [],
})

function generationContract({ id, paramSchema }: Model3d) {
  const requests = `/model/v1/queue/${id}/requests/{request_id}`
  return {
    kind: '3d',
    protocol: 'queue',
    body_mode: 'raw_json',
    endpoints: {
      submit: { method: 'POST', path: `/model/v1/queue/${id}` },
      status: { method: 'GET', path: `${requests}/status` },
      result: { method: 'GET', path: `${requests}/response` },
      cancel: { method: 'PUT', path: `${requests}/cancel` },
    },
    input_schema: readable(paramSchema, 0),
    // The whole of it, for other servers of our kind.
    param_schema: paramSchema,
    examples: [{ name: 'Shortest', input: exampleParams(paramSchema) }],
    input_rules: inputRules(paramSchema),
  }
}

const depthMax = 12

/**
 * The schema in a form that clients in typed languages can read: one `type`, `items` of one plain
 * type, a boolean `additionalProperties`. They check a param's inside as strictly as it says, but
 * compare it with the names of all params, so only the outermost object may be closed. What they do
 * not know they skip.
 */
function readable(schema: JsonSchema | ParamSchema, depth: number): Record<string, unknown> {
  const { type, items, additionalProperties: open, properties, ...rest } = schema
  if (depth > depthMax) return {}
  const item = asSchema(items)
  return {
    ...rest,
    ...(typeof type === 'string' && { type }),
    ...(item && isPlain(item) && { items: readable(item, depth + 1) }),
    ...(depth === 0 && { additionalProperties: open !== false && open !== undefined }),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [
          name,
          readable(asSchema(part) ?? {}, depth + 1),
        ]),
      ),
    }),
  }
}

const isPlain = ({ type, properties }: JsonSchema): boolean =>
  typeof type === 'string' && (type !== 'object' || properties !== undefined)

type InputRule = {
  kind: 'one_of' | 'at_least_one' | 'requires' | 'mutually_exclusive'
  fields?: string[]
  when?: Record<string, unknown>
  required?: string[]
  notes?: string
}

/** The rules between params that the form has words for; the others the server checks alone. */
function inputRules(schema: ParamSchema): InputRule[] {
  const oneOf = alternatives(schema['oneOf'])
  const anyOf = alternatives(schema['anyOf'])
  return [
    ...(oneOf
      ? ([
          { kind: 'one_of', fields: oneOf },
          { kind: 'mutually_exclusive', fields: oneOf },
        ] as const)
      : []),
    ...(anyOf ? [{ kind: 'at_least_one', fields: anyOf } as const] : []),
    ...rulesOf(schema).flatMap(({ schema: rule, effect, message }) => {
      const required = asTexts(asSchema(rule['then'])?.['required'])
      const when = valuesIn(rule['if'])
      if (effect !== 'reject' || !when || required.length === 0) return []
      return [{ kind: 'requires' as const, when, required, notes: message }]
    }),
  ]
}

/** Names of params of which each alternative wants one; `undefined` for anything less simple. */
function alternatives(options: unknown): string[] | undefined {
  const names = asList(options).map((option) => asTexts(asSchema(option)?.['required']))
  return names.length > 0 && names.every((list) => list.length === 1) ? names.flat() : undefined
}

/** A condition that wants certain values and nothing else, as these values. */
function valuesIn(condition: unknown): Record<string, unknown> | undefined {
  const { properties, required, ...others } = asSchema(condition) ?? {}
  const parts = Object.entries(asSchema(properties) ?? {})
  const isSimple =
    parts.length > 0 &&
    Object.keys(others).length === 0 &&
    parts.every(([name, part]) => isConst(part) && asTexts(required).includes(name))
  if (!isSimple) return undefined
  return Object.fromEntries(parts.map(([name, part]) => [name, asSchema(part)?.['const']]))
}

const isConst = (part: unknown): boolean => {
  const keywords = Object.keys(asSchema(part) ?? {})
  return keywords.length === 1 && keywords[0] === 'const'
}
