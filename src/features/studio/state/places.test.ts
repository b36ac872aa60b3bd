import { describe, expect, it } from 'vitest'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import {
  areViews,
  assignPlaces,
  isTaken,
  nextPlace,
  placesOf,
  withPicture,
  type PlaceValues,
} from './places.ts'

const upload = { type: 'object', properties: { file_token: {}, url: {} } }
const empty = { anyOf: [upload, { type: 'object', maxProperties: 0 }] }
const image = { ...upload, 'x-ui': { widget: 'image' } }
const picture = (id: string) => ({ id, url: `/${id}`, name: `${id}.png` })
const nothing: PlaceValues = { picture: undefined, draft: {} }

const single: ParamSchema = { type: 'object', required: ['file'], properties: { file: image } }
const views: ParamSchema = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      prefixItems: [image, empty, empty],
      'x-ui': { widget: 'views', slots: ['front', 'left', 'back'] },
    },
  },
}
const list: ParamSchema = {
  type: 'object',
  required: ['images'],
  properties: { images: { type: 'array', items: image, maxItems: 3 } },
}
const both: ParamSchema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: image,
    more: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          View: { enum: ['left', 'back'] },
          ImageUrl: { type: 'string', format: 'uri' },
        },
      },
      'x-ui': { widget: 'views', uniqueBy: 'View' },
    },
  },
}

describe('the places of a model', () => {
  it('are one, each side, or a list, as the schema has them', () => {
    expect(placesOf(single).map(({ key }) => key)).toEqual(['file'])
    expect(placesOf(views).map(({ title }) => title)).toEqual(['Front', 'Left', 'Back'])
    expect(placesOf(list).map(({ key }) => key)).toEqual(['images/0', 'images/1', 'images/2'])
    expect(placesOf(both).map(({ title }) => title)).toEqual(['Front', 'Left', 'Back'])
  })

  it.each([
    ['views', views],
    ['a list', list],
    ['a picture with further views', both],
  ])('fill up one after the other: %s', (_case, schema) => {
    let held = nothing
    for (const id of ['a', 'b', 'c']) {
      const place = nextPlace(schema, held)!
      held = withPicture(schema, held, { place, picture: picture(id) })
      expect(isTaken(schema, place, held)).toBe(true)
    }
    expect(nextPlace(schema, held)).toBeUndefined()
  })

  it('hold the studio’s picture at the front of views, and leave it there', () => {
    const held = withPicture(
      views,
      { ...nothing, picture: picture('a') },
      { place: placesOf(views)[2]!, picture: picture('c') },
    )
    expect(held.draft['files']).toEqual([{ file_token: 'a' }, {}, { file_token: 'c' }])
  })

  it('name the side where each entry does', () => {
    const held = withPicture(both, nothing, {
      place: placesOf(both)[2]!,
      picture: picture('c'),
    })
    expect(held.draft['more']).toEqual([{ View: 'back', ImageUrl: '/c' }])
  })
})

describe('areViews', () => {
  it.each([
    [['vase-front.png', 'vase-back.png', 'IMG_3.png'], true],
    [['chair 1.jpg', 'chair 2.jpg', 'chair (3).jpg'], true],
    [['mug.png', 'lion.png', 'lamp.png', 'shoe.png', 'car.png'], false],
    [['front.png', 'lion.png'], false],
    [['IMG_1.png', 'IMG_2.png', 'IMG_3.png', 'IMG_4.png', 'IMG_5.png'], false],
  ])('tells sides of one thing from different things: %o', (names, expected) => {
    expect(areViews(names, 4)).toBe(expected)
  })
})

describe('assignPlaces', () => {
  const places = placesOf(views)
  it('goes by the names, and by the order where they say nothing', () => {
    expect(assignPlaces(places, ['vase-back.png', 'IMG_1.png', 'Left.jpg', 'more.png'])).toEqual([
      'files/back',
      'files/front',
      'files/left',
      undefined,
    ])
  })
})
