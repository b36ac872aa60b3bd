import { z } from 'zod'

type Schema = { readonly [key: string]: unknown }

/**
 * Lists the fields of a request body, sorted: `settings.tools[]`. In a path, `*` stands for any
 * name.
 * @param schema with which a route validates its body.
 */
export function listBodyFields(schema: z.core.$ZodType): string[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return listSchemaFields(root, root)
}

/** Lists the fields of a JSON Schema. `root` resolves references. */
export function listSchemaFields(schema: Schema, root: Schema): string[] {
  const found = new Set<string>()
  walk(schema, { path: '', root, found, seen: new Set() })
  return [...found].toSorted()
}

type Walk = { path: string; root: Schema; found: Set<string>; seen: ReadonlySet<Schema> }

function walk(schema: Schema, at: Walk): void {
  if (at.seen.has(schema)) return
  const inner = { ...at, seen: new Set([...at.seen, schema]) }
  const { $ref: ref, properties, items, additionalProperties: others } = schema
  if (typeof ref === 'string') return walk(follow(at.root, ref), inner)
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => (schema[name] ?? []) as Schema[])
  for (const branch of branches) walk(branch, inner)
  for (const [name, part] of Object.entries((properties ?? {}) as Record<string, Schema>)) {
    walk(part, { ...inner, path: at.path === '' ? name : `${at.path}.${name}` })
  }
  if (items) walk(items as Schema, { ...inner, path: `${at.path}[]` })
  if (others === true || (typeof others === 'object' && others !== null)) {
    walk(others === true ? {} : (others as Schema), { ...inner, path: `${at.path}.*` })
  }
  const isLeaf = branches.length === 0 && !properties && !items && !others
  if (isLeaf && at.path !== '') at.found.add(at.path)
}

function follow(root: Schema, ref: string): Schema {
  const parts = ref.replace(/^#\//, '').split('/').filter(Boolean)
  return parts.reduce<Schema>((part, name) => part[name] as Schema, root)
}
