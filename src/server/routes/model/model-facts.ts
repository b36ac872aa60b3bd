import type { Model, Model3d } from '#contract/models.ts'
import { asList } from '#lib/fields.ts'
import { asSchema, getHints, isPicture, type JsonSchema } from '#lib/params/param-schema.ts'
import { readPart, readSchemaProperties } from '#lib/params/read-part.ts'

export type ModelFacts = {
  type: string
  input: string[]
  output: string[]
  tags: string[]
  /** Short forms of the tags, such as `i23d`, by which clients filter. */
  shortTags: string[]
}

export function getModelFacts(model: Model): ModelFacts {
  if (model.kind === 'chat') {
    return { type: 'llm', input: ['text'], output: ['text'], tags: ['chat'], shortTags: ['llm'] }
  }
  const input = findInputTypes(model)
  return {
    type: '3d',
    input,
    output: ['3d'],
    tags: input.map((kind) => `${kind}-to-3d`),
    shortTags: input.map((kind) => (kind === 'image' ? 'i23d' : 't23d')),
  }
}

/** Returns the input types that a model's params accept: `text`, `image` or both. */
export function findInputTypes({ paramSchema }: Model3d): string[] {
  const found = new Set<string>()
  collect(paramSchema, paramSchema, { found, depth: 0 })
  return ['text', 'image'].filter((kind) => found.has(kind))
}

const depthMax = 6
const textNames = new Set(['prompt', 'text', 'content'])

type Search = { found: Set<string>; depth: number }

function collect(root: JsonSchema, schema: JsonSchema, { found, depth }: Search): void {
  if (depth > depthMax) return
  const deeper = { found, depth: depth + 1 }
  for (const [name, { schema: field }] of readSchemaProperties(schema, root)) {
    if (isPicture(field) || name.startsWith('image')) found.add('image')
    else if (isProse(name, field)) found.add('text')
    else collect(root, field, deeper)
  }
  const parts = [schema['items'], ...asList(schema['prefixItems']), ...asList(schema['anyOf'])]
  for (const raw of parts.map(asSchema)) {
    if (!raw) continue
    const { schema: part } = readPart(raw, root)
    if (isPicture(part)) found.add('image')
    else collect(root, part, deeper)
  }
}

const isProse = (name: string, field: JsonSchema): boolean =>
  field['type'] === 'string' &&
  !('enum' in field) &&
  (textNames.has(name) || getHints(field)['widget'] === 'textarea')
