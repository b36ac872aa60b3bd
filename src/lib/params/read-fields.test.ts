import { describe, expect, it } from 'vitest'
import { groupFields, readFields } from './read-fields.ts'
import { createParamSchema, sculptSchema, viewsSchema } from './param-schemas.fixture.ts'

const getField = (name: string, schema = sculptSchema) =>
  readFields(schema).find((field) => field.name === name)

describe('readFields', () => {
  it('sorts fields by x-ui.order and leaves out fixed fields', () => {
    expect(
      readFields(sculptSchema)
        .map(({ name }) => name)
        .slice(0, 4),
    ).toEqual(['file', 'model_version', 'model_seed', 'face_limit'])
  })

  it('keeps the order of the schema for fields without x-ui.order, after the other fields', () => {
    const schema = createParamSchema({ b: {}, a: {}, c: { 'x-ui': { order: 1 } } })
    expect(readFields(schema).map(({ name }) => name)).toEqual(['c', 'b', 'a'])
  })

  it.each([
    ['file', 'picture'],
    ['model_version', 'enum'],
    ['face_limit', 'integer'],
    ['model_seed', 'seed'],
    ['texture', 'boolean'],
    ['upscale', 'number'],
    ['prompt', 'text'],
    ['height', 'number'],
    ['box', 'json'],
  ])('reads %s as %s', (name, kind) => {
    expect(getField(name)?.kind).toBe(kind)
  })

  it.each([
    ['files', 'views'],
    ['image_urls', 'pictures'],
    ['image_url', 'picture'],
    ['formats', 'choices'],
  ])('reads %s as %s', (name, kind) => {
    expect(getField(name, viewsSchema)?.kind).toBe(kind)
  })

  it('reads unknown fields as json', () => {
    const schema = createParamSchema({
      size: { anyOf: [{ enum: ['square'] }, { type: 'object' }] },
      any: {},
    })
    expect(readFields(schema).map(({ kind }) => kind)).toEqual(['json', 'json'])
  })

  it('returns the requirements of a picture, and how it is sent', () => {
    expect(getField('file')?.picture).toEqual({
      value: 'token',
      mimeTypes: ['image/png', 'image/webp'],
      sizeBytesMax: 1000,
      sidePxMin: 20,
      sidePxMax: 6000,
    })
    expect(getField('image_url', viewsSchema)?.picture).toEqual({ value: 'address' })
    expect(getField('image_urls', viewsSchema)?.picture).toEqual({ value: 'address' })
  })

  it('returns the sides of views', () => {
    expect(getField('files', viewsSchema)?.slots).toEqual([
      { name: 'front', title: 'Front (0°)', isRequired: true },
      { name: 'back', title: 'Back', isRequired: false },
    ])
  })

  it('returns range, unit and scale of numbers', () => {
    expect(getField('face_limit')).toMatchObject({
      min: 500,
      max: 2_000_000,
      unit: 'faces',
      scale: 'log',
    })
  })

  it('uses no logarithmic scale for a range from zero', () => {
    const schema = createParamSchema({
      a: { type: 'number', minimum: 0, 'x-ui': { scale: 'log' } },
    })
    expect(readFields(schema)[0]?.scale).toBe('linear')
  })

  it('reduces "T or null" to one optional field', () => {
    expect(getField('height')).toMatchObject({ nullable: true, default: 1.7, unit: 'm' })
    expect(getField('texture')?.nullable).toBe(false)
  })

  it('never returns a seed as default', () => {
    expect(getField('model_seed')).not.toHaveProperty('default')
    expect(getField('model_seed')?.fallback).toBe(1234)
  })

  it('takes the labels of choices from x-ui, titles, or the value', () => {
    expect(getField('model_version')?.choices).toEqual([
      { value: 'v3.1', label: 'Version 3.1' },
      { value: 'v2.0', label: 'v2.0' },
    ])
    const schema = createParamSchema({
      a: { oneOf: [{ const: 1, title: 'One' }] },
      b: { enum: ['original_image'] },
    })
    expect(readFields(schema).map(({ choices }) => choices[0]?.label)).toEqual([
      'One',
      'Original image',
    ])
  })
})

describe('groupFields', () => {
  it('creates groups in the order of their first field, with readable titles', () => {
    const schema = createParamSchema({
      a: { 'x-ui': { group: 'stage:structure', order: 2 } },
      b: { 'x-ui': { group: 'input', order: 1 } },
      c: { 'x-ui': { group: 'stage:structure', order: 3 } },
    })
    const groups = groupFields(readFields(schema))
    expect(groups.map(({ title, fields }) => [title, fields.map(({ name }) => name)])).toEqual([
      ['Input', ['b']],
      ['Structure', ['a', 'c']],
    ])
  })
})
