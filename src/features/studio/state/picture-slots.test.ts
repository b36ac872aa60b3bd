import { describe, expect, it } from 'vitest'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import {
  areViews,
  assignSlots,
  isSlotFilled,
  findEmptySlot,
  getPictureSlots,
  setSlotPicture,
  type SlotValues,
} from './picture-slots.ts'
import { optionalPictureSlot, pictureSlot } from './picture-slot.fixture.ts'

const image = { ...pictureSlot, 'x-ui': { widget: 'image' } }
const picture = (id: string) => ({ id, url: `/${id}`, name: `${id}.png` })
const nothing: SlotValues = { picture: undefined, draft: {} }

const single: ParamSchema = { type: 'object', required: ['file'], properties: { file: image } }
const views: ParamSchema = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      prefixItems: [image, optionalPictureSlot, optionalPictureSlot],
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

describe('picture slots of a model', () => {
  it('are one slot, one slot per side, or a list of slots, as the schema defines', () => {
    expect(getPictureSlots(single).map(({ key }) => key)).toEqual(['file'])
    expect(getPictureSlots(views).map(({ title }) => title)).toEqual(['Front', 'Left', 'Back'])
    expect(getPictureSlots(list).map(({ key }) => key)).toEqual([
      'images/0',
      'images/1',
      'images/2',
    ])
    expect(getPictureSlots(both).map(({ title }) => title)).toEqual(['Front', 'Left', 'Back'])
  })

  it.each([
    ['views', views],
    ['a list', list],
    ['a picture with further views', both],
  ])('are filled in order: %s', (_case, schema) => {
    let held = nothing
    for (const id of ['a', 'b', 'c']) {
      const place = findEmptySlot(schema, held)!
      held = setSlotPicture(schema, held, { place, picture: picture(id) })
      expect(isSlotFilled(schema, place, held)).toBe(true)
    }
    expect(findEmptySlot(schema, held)).toBeUndefined()
  })

  it('keep the main picture as the front', () => {
    const held = setSlotPicture(
      views,
      { ...nothing, picture: picture('a') },
      { place: getPictureSlots(views)[2]!, picture: picture('c') },
    )
    expect(held.draft['files']).toEqual([{ file_token: 'a' }, {}, { file_token: 'c' }])
  })

  it('store the side with each picture if the schema requires it', () => {
    const held = setSlotPicture(both, nothing, {
      place: getPictureSlots(both)[2]!,
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
  ])('distinguishes sides of one object from different objects: %o', (names, expected) => {
    expect(areViews(names, 4)).toBe(expected)
  })
})

describe('assignSlots', () => {
  const places = getPictureSlots(views)
  it('assigns pictures to slots by their names, and the others in order', () => {
    expect(assignSlots(places, ['vase-back.png', 'IMG_1.png', 'Left.jpg', 'more.png'])).toEqual([
      'files/back',
      'files/front',
      'files/left',
      undefined,
    ])
  })
})
