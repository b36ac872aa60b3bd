import { describe, expect, it } from 'vitest'
import { readFields, type Field } from '#lib/params/read-fields.ts'
import { getViewValues, writeViews } from './views-value.ts'
import { optionalPictureSlot, pictureSlot } from './picture-slot.fixture.ts'

const createField = (schema: Record<string, unknown>): Field =>
  readFields({ type: 'object', properties: { views: { type: 'array', ...schema } } })[0]!

const inPlaces = createField({
  prefixItems: [pictureSlot, optionalPictureSlot, optionalPictureSlot],
  'x-ui': { widget: 'views', slots: ['front', 'left', 'back'] },
})
const bySide = createField({
  items: {
    type: 'object',
    properties: { View: { enum: ['left', 'back'] }, ImageUrl: { type: 'string', format: 'uri' } },
  },
  'x-ui': { widget: 'views', uniqueBy: 'View' },
})

describe('value of a views field', () => {
  it('keeps empty slots if the order determines the sides', () => {
    const value = [{ file_token: 'a' }, {}, { file_token: 'c' }]
    const places = getViewValues(inPlaces, value)
    expect(writeViews(inPlaces, places)).toEqual(value)
    expect(writeViews(inPlaces, [{ file_token: 'a' }, undefined, undefined])).toEqual([
      { file_token: 'a' },
      {},
      {},
    ])
  })

  it('stores the side with each picture if the schema requires it', () => {
    const value = [{ View: 'back', ImageUrl: '/b' }]
    expect(getViewValues(bySide, value)).toEqual([undefined, '/b'])
    expect(writeViews(bySide, ['/l', '/b'])).toEqual([
      { View: 'left', ImageUrl: '/l' },
      { View: 'back', ImageUrl: '/b' },
    ])
  })

  it('returns undefined if every slot is empty', () => {
    expect(writeViews(inPlaces, [{}, undefined, {}])).toBeUndefined()
    expect(writeViews(bySide, [undefined, ''])).toBeUndefined()
  })
})
