import { describe, expect, it } from 'vitest'
import { checkParams } from './check/check-params.ts'
import { defaultParams, paramsToSend } from './effective-params.ts'
import type { ParamSchema } from './param-schema.ts'
import { findPictures } from './pictures-in.ts'
import { readFields } from './read-fields.ts'
import { readParams, readPart } from './read-part.ts'

const schema: ParamSchema = {
  type: 'object',
  required: ['image'],
  properties: {
    image: { $ref: '#/$defs/Picture' },
    quality: { allOf: [{ $ref: '#/$defs/Quality' }], default: 'fast', title: 'How good' },
    size: { anyOf: [{ $ref: '#/$defs/Size' }, { type: 'null' }] },
    parts: { type: 'array', items: { $ref: '#/$defs/Picture' } },
    tree: { $ref: '#/$defs/Tree' },
    lost: { $ref: '#/$defs/Nothing' },
  },
  $defs: {
    Picture: {
      type: 'object',
      properties: { file_token: { type: 'string' }, url: { type: 'string' } },
    },
    Quality: { title: 'Quality', enum: ['fast', 'fine'] },
    Size: { type: 'integer', minimum: 1, maximum: 9 },
    Tree: { type: 'object', properties: { left: { $ref: '#/$defs/Tree' } } },
  },
}

describe('schema with references to its own parts', () => {
  it('has form fields according to the referenced schemas', () => {
    expect(readFields(schema).map(({ name, kind, title }) => [name, kind, title])).toEqual([
      ['image', 'picture', 'image'],
      ['quality', 'enum', 'How good'],
      ['size', 'integer', 'size'],
      ['parts', 'pictures', 'parts'],
      ['tree', 'json', 'tree'],
      ['lost', 'json', 'lost'],
    ])
    expect(readFields(schema)[2]).toMatchObject({ nullable: true, min: 1, max: 9 })
  })

  it('is checked, and has defaults and pictures, according to the referenced schemas', () => {
    expect(checkParams(schema, {}).map(({ message }) => message)).toEqual(['Choose a picture.'])
    const image = { file_token: 'a' }
    expect(checkParams(schema, { image, quality: 'best', size: 10 })).toEqual([
      { path: 'quality', message: 'How good must be one of fast or fine.' },
      { path: 'size', message: 'size must be between 1 and 9.' },
    ])
    expect(checkParams(schema, { image, size: null, tree: { left: { left: {} } } })).toEqual([])
    expect(defaultParams(schema)).toEqual({ quality: 'fast' })
    expect(paramsToSend(schema, { image, size: 3 })).toEqual({ image, quality: 'fast', size: 3 })
    const found = findPictures(schema, { image, parts: [image] })
    expect(found.map(({ path }) => path)).toEqual(['image', 'parts/0'])
  })
})

it('readPart ends for cyclic references', () => {
  const circle = { a: { $ref: '#/b' }, b: { $ref: '#/a', title: 'B' } }
  expect(readPart(circle.a, circle).schema['title']).toBe('B')
})

it('readParams and readPart return the same object for the same part', () => {
  expect(readParams(schema)).toBe(readParams(schema))
  const raw = schema.properties['tree'] ?? {}
  expect(readPart(raw, schema)).toBe(readPart(raw, schema))
})
