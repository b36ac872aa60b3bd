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

  it('leaves out values that aliases of YAML have multiplied', () => {
    let value: unknown = 'word'
    for (let level = 0; level < 9; level++) value = Array.from({ length: 10 }, () => value)
    for (const name of ['default', 'enum', 'examples', 'x', 'type']) {
      const many = { type: 'array', [name]: value }
      const offered = toOfferedSchema(node({ a: many, b: { type: 'string', default: 'x' } }))
      expect(JSON.stringify(offered).length).toBeLessThan(10_000)
      expect(offered).toMatchObject({ properties: { b: { default: 'x' } } })
    }
  })

  it('resolves a reference whose path contains a position in a list', () => {
    const schema = {
      ...node({ a: { $ref: '#/$defs/both/allOf/1' }, b: { $ref: '#/$defs/both/allOf/7' } }),
      $defs: { both: { allOf: [{ type: 'string' }, { type: 'integer' }] } },
    }
    expect(toOfferedSchema(schema)['properties']).toEqual({ a: { type: 'integer' }, b: {} })
  })
})

const node = (properties: object) => ({ type: 'object', properties })
