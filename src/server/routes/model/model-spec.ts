import type { Model3d } from '#contract/models.ts'
import { asList, asNumber, asText, asTexts } from '#lib/fields.ts'
import { getChoices, getParamTitle, type JsonSchema } from '#lib/params/param-schema.ts'
import { readSchemaProperties } from '#lib/params/read-part.ts'
import { exampleParams } from './model-example.ts'
import { skillDocument } from './skill-document.ts'

type SpecParameter = {
  name: string
  path: string
  type: string
  required: boolean
  description: string
  constraints?: Record<string, unknown>
  example?: unknown
  children?: SpecParameter[]
}

const depthMax = 6

type Place = { path: string; depth: number }

/**
 * Formats a model's params as a list, and the URL of its endpoint.
 * @param origin this server's origin.
 */
export function toModelSpec(model: Model3d, origin: string) {
  const { id, name, provider, paramSchema } = model
  const endpoint = `${origin}/model/v1/generation`
  const example = { model: id, input: [{ params: exampleParams(paramSchema) }] }
  return {
    model_id: id,
    name,
    vendor: provider,
    type: '3d',
    api: {
      endpoint,
      method: 'POST',
      headers: { Authorization: 'Bearer <key>', 'Content-Type': 'application/json' },
    },
    parameters: getParameters(paramSchema, paramSchema, { path: 'input[0].params', depth: 0 }),
    agent_prompt: [
      skillDocument(model),
      `POST it to ${endpoint}, for example ${JSON.stringify(example)}. Then read ${endpoint}/task/{id} every 3 seconds until status is completed or failed.`,
    ].join('\n\n'),
  }
}

function getParameters(root: JsonSchema, whole: JsonSchema, place: Place): SpecParameter[] {
  const { path, depth } = place
  const required = new Set(asTexts(whole['required']))
  return readSchemaProperties(whole, root).map(([name, { schema: field }]) => {
    const type = getType(field)
    const constraints = getConstraints(field)
    const [example] = asList(field['examples'])
    const children =
      type === 'object' && depth < depthMax
        ? getParameters(root, field, { path: `${path}.${name}`, depth: depth + 1 })
        : undefined
    return {
      name,
      path: `${path}.${name}`,
      type,
      required: required.has(name),
      description: asText(field['description']) ?? getParamTitle(field, name),
      ...(constraints && { constraints }),
      ...(example !== undefined && { example }),
      ...(children && children.length > 0 && { children }),
    }
  })
}

/**
 * Returns one type name, because clients read only one. Types whose values can be typed on a
 * command line are preferred.
 */
function getType(field: JsonSchema): string {
  const types = Array.isArray(field['type']) ? asTexts(field['type']) : [asText(field['type'])]
  if (types.length > 1) return types.includes('string') ? 'string' : (types[0] ?? 'string')
  if (types[0] !== undefined) return types[0]
  if ('properties' in field) return 'object'
  if ('items' in field || 'prefixItems' in field) return 'array'
  const [choice] = getChoices(field) ?? []
  const kind = typeof (field['const'] ?? choice?.value)
  return kind === 'number' || kind === 'boolean' ? kind : 'string'
}

function getConstraints(field: JsonSchema): Record<string, unknown> | undefined {
  const choices = getChoices(field)?.filter(({ value }) => value !== null)
  const found = {
    // Choices are formatted as text, because clients in typed languages expect text.
    enum: choices?.map(({ value }) => String(value)),
    default: field['default'] ?? undefined,
    min: asNumber(field['minimum']),
    max: asNumber(field['maximum']),
    min_length: asNumber(field['minLength']),
    max_length: asNumber(field['maxLength']),
    max_items: asNumber(field['maxItems']),
  }
  const known = Object.entries(found).filter(([, value]) => value !== undefined)
  return known.length > 0 ? Object.fromEntries(known) : undefined
}
