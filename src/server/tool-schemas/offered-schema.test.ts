import { describe, expect, it } from 'vitest'
import { toOfferedSchema } from './offered-schema.ts'

describe('toOfferedSchema', () => {
  it('limits the size of a schema in which many properties refer to the schema itself', () => {
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
