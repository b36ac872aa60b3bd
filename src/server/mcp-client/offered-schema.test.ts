import { describe, expect, it } from 'vitest'
import { toOfferedSchema } from './offered-schema.ts'

describe('toOfferedSchema', () => {
  it('bounds a schema that refers to itself in each of many properties', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`p${at}`, { $ref: '#/$defs/node' }]),
    )
    const schema = { ...node(properties), $defs: { node: node(properties) } }
    const offered = toOfferedSchema(schema)
    expect(Object.keys(Object(offered['properties']))).toHaveLength(30)
    expect(JSON.stringify(offered).length).toBeLessThan(2_000_000)
  })
})

const node = (properties: object) => ({ type: 'object', properties })
