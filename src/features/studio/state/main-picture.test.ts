import { expect, it } from 'vitest'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { isFromWords, isScan } from './main-picture.ts'

const image = { properties: { file_token: {}, url: {} }, 'x-ui': { widget: 'image' } }
const photos = { type: 'array', items: image, maxItems: 120 }
const mats = [{ title: 'Mat', href: '/api/scan-mats/a4.pdf' }]
const createSchema = (properties: ParamSchema['properties']): ParamSchema => ({
  type: 'object',
  properties,
})
const schemas = {
  picture: createSchema({ file: { type: 'object', ...image }, prompt: { type: 'string' } }),
  words: createSchema({ prompt: { type: 'string' } }),
  scan: createSchema({
    files: { ...photos, 'x-ui': { downloads: mats } },
    name: { type: 'string' },
  }),
  photos: createSchema({ files: photos }),
}

it('isFromWords accepts only models of a text without a picture', () => {
  const found = Object.entries(schemas).filter(([, schema]) => isFromWords(schema))
  expect(found.map(([name]) => name)).toEqual(['words'])
})

it('isScan accepts only models of photos for which mats are offered', () => {
  const found = Object.entries(schemas).filter(([, schema]) => isScan(schema))
  expect(found.map(([name]) => name)).toEqual(['scan'])
})
