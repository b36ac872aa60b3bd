import { describe, expect, it } from 'vitest'
import { findPictures } from './pictures-in.ts'
import { createParamSchema, sculptSchema, viewsSchema } from './param-schemas.fixture.ts'

const picture = { type: 'string', 'x-ui': { widget: 'image' } }
const sides = createParamSchema({
  views: {
    type: 'array',
    items: {
      anyOf: [
        {
          type: 'object',
          properties: { side: {}, url: picture, data: { ...picture, contentEncoding: 'base64' } },
        },
        picture,
      ],
    },
  },
  text: { type: 'string' },
})

describe('findPictures', () => {
  it('finds a picture that is an object', () => {
    const file = { file_token: 'a' }
    expect(findPictures(sculptSchema, { file, texture: true })).toEqual([
      { path: 'file', value: file, form: 'object' },
    ])
  })

  it('finds the pictures of views and skips empty views', () => {
    const files = [{ url: 'a' }, {}]
    expect(findPictures(viewsSchema, { files }).map(({ path }) => path)).toEqual(['files/0'])
    expect(findPictures(viewsSchema, { image_url: 'a' })).toMatchObject([{ form: 'address' }])
  })

  it('finds pictures in objects of a list, in every format', () => {
    const views = [{ side: 'left', url: 'a' }, { side: 'back', data: 'aGk=' }, 'https://b']
    expect(findPictures(sides, { views, text: 'https://c' })).toEqual([
      { path: 'views/0/url', value: 'a', form: 'address' },
      { path: 'views/1/data', value: 'aGk=', form: 'base64' },
      { path: 'views/2', value: 'https://b', form: 'address' },
    ])
  })

  it('ignores values that do not match the schema', () => {
    expect(findPictures(sides, { views: 'a', other: { url: 'b' } })).toEqual([])
    expect(findPictures(sides, { views: [3, null, ['x']] })).toEqual([])
  })
})
