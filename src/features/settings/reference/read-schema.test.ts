import { describe, expect, it } from 'vitest'
import { describeType, getSchemaFields } from './read-schema.ts'

const schemas = {
  Part: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
}
const part = { $ref: '#/components/schemas/Part' }

describe('describeType', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: ['boolean', 'null'] }, 'true or false'],
    [{ anyOf: [{ type: 'string' }, { type: 'array', items: part }] }, 'text or list of objects'],
    [{ anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] }, 'whole number, 1 or more'],
    [{ type: 'number', minimum: 0, maximum: 2 }, 'number from 0 to 2'],
    [{ type: 'integer', maximum: Number.MAX_SAFE_INTEGER }, 'whole number'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a", "b"'],
    [{ const: 1 }, '1'],
    [{ type: 'array', items: {} }, 'list'],
    [part, 'object'],
    [{ $ref: '#/components/schemas/Gone' }, 'anything'],
    [{}, 'anything'],
  ])('describes %j as %s', (schema, words) => {
    expect(describeType(schema, schemas)).toBe(words)
  })
})

describe('getSchemaFields', () => {
  const url = [{ name: 'url', schema: { type: 'string' }, isRequired: true }]
  it.each([
    ['an object', schemas.Part],
    ['a reference', part],
    ['a list', { type: 'array', items: part }],
    ['one form of several', { anyOf: [{ type: 'string' }, { type: 'array', items: part }] }],
  ])('returns the members of %s', (_case, schema) => {
    expect(getSchemaFields(schema, schemas)).toEqual(url)
  })

  it('returns an empty list for a schema without members', () => {
    expect(getSchemaFields({ type: 'string' }, schemas)).toEqual([])
  })
})
