/** Names of JSON Schema's types in programming languages. */
const otherNames = new Map([
  ['str', 'string'],
  ['text', 'string'],
  ['date', 'string'],
  ['datetime', 'string'],
  ['date-time', 'string'],
  ['uuid', 'string'],
  ['enum', 'string'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['decimal', 'number'],
  ['bool', 'boolean'],
  ['dict', 'object'],
  ['map', 'object'],
  ['struct', 'object'],
  ['list', 'array'],
  ['tuple', 'array'],
  ['set', 'array'],
])
const known = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'])

/** @returns `undefined` for a type that allows anything, or that is unknown. */
export function toJsonType(type: unknown): string | undefined {
  if (typeof type !== 'string') return undefined
  const name = type.toLowerCase()
  return known.has(name) ? name : otherNames.get(name)
}
