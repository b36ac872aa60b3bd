import type { JsonSchema, ParamSchema } from '#lib/params/param-schema.ts'

const count = 200
const blocks = ['input', 'geometry', 'texture', 'output']

/**
 * Creates a form of 200 parameters of all kinds in four open groups. Every fifth parameter depends
 * on a condition that is true, and twenty rules connect parameters.
 */
export function largeSchema(): ParamSchema {
  const properties: Record<string, JsonSchema> = {}
  for (let at = 0; at < count; at++) {
    const isConditional = at % 5 === 4
    properties[`param_${at}`] = {
      title: `Param ${at}`,
      description: `What param ${at} is for, in a sentence of the usual length.`,
      ...kinds[at % kinds.length],
      'x-ui': {
        order: at,
        group: blocks[Math.floor(at / (count / blocks.length))],
        ...(isConditional && { visibleWhen: { properties: { param_2: { const: true } } } }),
      },
    }
  }
  const rules = Array.from({ length: 20 }, (_, at) => ({
    $comment: `Rule ${at} is broken.`,
    'x-effect': 'reject',
    if: { properties: { [`param_${at * 10 + 2}`]: { const: false } }, required: ['param_0'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
    then: { properties: { [`param_${at * 10 + 1}`]: { maximum: 900 } } },
  }))
  return { type: 'object', properties, allOf: rules, 'x-price': { unit: 'usd', base: 0.1 } }
}

const kinds: readonly JsonSchema[] = [
  { type: 'string', maxLength: 100 },
  { type: 'integer', minimum: 0, maximum: 1_000, default: 100 },
  { type: 'boolean', default: true },
  { enum: ['first', 'second', 'third', 'fourth', 'fifth'], default: 'first' },
  { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
]
