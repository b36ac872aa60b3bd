import { expect, it } from 'vitest'
import { findEmptyPictures } from './find-empty-pictures.ts'
import { pictureSlot } from './picture-slot.fixture.ts'

const files = { type: 'array', items: pictureSlot, 'x-ui': { widget: 'images' } } as const

it('findEmptyPictures finds required pictures until some are chosen', () => {
  const scan = { type: 'object', properties: { files }, required: ['files'] } as const
  expect(findEmptyPictures(scan, { name: 'Lighthouse' })).toBe('pictures')
  expect(findEmptyPictures(scan, { files: [{ file_token: 'a' }] })).toBeUndefined()
})

it('findEmptyPictures ignores optional pictures, and forms with a single picture', () => {
  expect(findEmptyPictures({ type: 'object', properties: { files } }, {})).toBeUndefined()
  const single = { type: 'object', properties: { file: pictureSlot }, required: ['file'] } as const
  expect(findEmptyPictures(single, {})).toBeUndefined()
})
