import { describe, expect, it } from 'vitest'
import type { PictureFile } from '#contract/files.ts'
import { newId } from '#lib/id.ts'
import type { FileService } from '../../files/file-service.ts'
import { hunyuanParams } from '../../models/schemas/hunyuan.ts'
import { tripoMultiviewToModelParams } from '../../models/schemas/tripo-multiview.ts'
import { resolvePictures } from './resolve-pictures.ts'

const known = newId()
const uploads: string[] = []

const files: FileService = {
  upload: (bytes) => {
    uploads.push(Buffer.from(bytes).toString())
    return Promise.resolve({ id: newId() } as PictureFile)
  },
  remove: () => Promise.resolve(false),
  whenRoom: (work) => work(),
  recent: () => Promise.resolve([]),
  find: (id) =>
    Promise.resolve(id === known ? { file: { id } as PictureFile, blobKey: 'key' } : undefined),
}
const fetchPicture = (address: string) =>
  Promise.resolve({ bytes: Buffer.from(address), name: '/picture.png' })
const resolve = (schema: typeof hunyuanParams, params: Record<string, unknown>) =>
  resolvePictures(schema, params, { files, ownAddress: 'http://127.0.0.1:5310', fetchPicture })

const storedAddress = expect.stringMatching(/^\/api\/files\/[0-9a-z]{20}\/content$/)
const base64 = Buffer.from('a picture').toString('base64')

describe('resolvePictures', () => {
  it.each([
    ['bare base64', base64],
    ['base64 in lines', `${base64.slice(0, 4)}\n${base64.slice(4)}`],
    ['a data: URL', `data:image/png;base64,${base64}`],
  ])(
    'stores the picture if the value of a param is %s, and replaces the value by the file’s address',
    async (_case, image_base64) => {
      uploads.length = 0
      const { params, pictures } = await resolve(hunyuanParams, { image_base64 })
      expect(params).toEqual({ image_base64: storedAddress })
      expect(pictures).toHaveLength(1)
      expect(uploads).toEqual(['a picture'])
    },
  )

  it('finds pictures in objects of a list', async () => {
    const { params } = await resolve(hunyuanParams, {
      prompt: 'An owl',
      multi_view_images: [
        { View: 'left', ImageUrl: 'https://example.com/left.png' },
        { View: 'back', ImageBase64: base64 },
      ],
    })
    expect(params['multi_view_images']).toEqual([
      { View: 'left', ImageUrl: storedAddress },
      { View: 'back', ImageBase64: storedAddress },
    ])
  })

  it('leaves empty picture references empty', async () => {
    const { params } = await resolve(tripoMultiviewToModelParams, {
      files: [{ file_token: known }, {}, { type: 'image', url: 'https://example.com/b.png' }, {}],
    })
    const stored = expect.stringMatching(/^[0-9a-z]{20}$/)
    expect(params).toEqual({
      files: [{ file_token: known }, {}, { type: 'image', file_token: stored }, {}],
    })
  })

  it.each([
    [
      'its address for API clients',
      { url: `http://127.0.0.1:5310/model/v1/files/${known}.png?a=b` },
    ],
    ['its address for the page', { url: `/api/files/${known}/content` }],
    ['its object in the object store', { object: { bucket: 'bozzetto', key: known } }],
    ['the key of its object', { object: known }],
  ])('recognises a stored picture by %s', async (_case, front) => {
    const { params } = await resolve(tripoMultiviewToModelParams, { files: [front, {}, {}, {}] })
    expect(params).toEqual({ files: [{ file_token: known }, {}, {}, {}] })
  })

  it.each([
    [
      'a value that is not base64',
      hunyuanParams,
      { image_base64: 'not a picture!' },
      'image_base64',
    ],
    [
      'an object in the object store of another server',
      tripoMultiviewToModelParams,
      { files: [{ object: { bucket: 'theirs', key: 'a/b.png' } }, {}, {}, {}] },
      'files/0',
    ],
  ])('refuses %s and reports the param', async (_case, schema, params, path) => {
    await expect(resolve(schema, params)).rejects.toMatchObject({
      code: 'invalid_params',
      issues: [{ path }],
    })
  })
})
