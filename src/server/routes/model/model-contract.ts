import { createHash } from 'node:crypto'
import type { ChatModel, Model, Model3d } from '#contract/models.ts'
import { isRecord } from '#lib/fields.ts'
import { asSchema, type JsonSchema, type ParamSchema } from '#lib/params/param-schema.ts'
import { inputRules } from './input-rules.ts'
import { exampleParams } from './model-example.ts'

/**
 * Formats a model as `model-contract.v1`, which clients use to check params and to find the
 * endpoints. URLs are relative to the server's origin.
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
      // The schema omits the `items` of messages, because some clients drop the fields of a message
      // that the schema does not list.
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
    param_schema: paramSchema,
    examples: [{ name: 'Shortest', input: exampleParams(paramSchema) }],
    input_rules: inputRules(paramSchema),
  }
}

const depthMax = 12

/**
 * Simplifies a schema for clients in typed languages: one `type`, `items` of one plain type, a
 * boolean `additionalProperties`. Only the outermost object may forbid other fields, because such
 * clients check nested objects with the wrong names.
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
