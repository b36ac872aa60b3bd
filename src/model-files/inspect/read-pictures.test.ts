import { Document, WebIO } from '@gltf-transform/core'
import { EXTTextureWebP, KHRTextureBasisu } from '@gltf-transform/extensions'
import { describe, expect, it } from 'vitest'
import { readPictures } from './read-pictures.ts'

async function painted(...mimeTypes: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document()
  document.createBuffer()
  document.createExtension(EXTTextureWebP).setRequired(true)
  document.createExtension(KHRTextureBasisu).setRequired(true)
  mimeTypes.forEach((mimeType, at) => {
    const texture = document
      .createTexture()
      .setMimeType(mimeType)
      .setImage(new Uint8Array([at]))
    document.createMaterial().setBaseColorTexture(texture)
  })
  const io = new WebIO().registerExtensions([EXTTextureWebP, KHRTextureBasisu])
  return (await io.writeBinary(document)).slice()
}

describe('readPictures', () => {
  it('returns what each picture is used for, and numbers pictures with the same use', async () => {
    const pictures = readPictures(await painted('image/png', 'image/webp', 'image/ktx2'))
    expect(pictures.map(({ uses }) => uses)).toEqual([
      ['base colour'],
      ['base colour'],
      ['base colour'],
    ])
    expect(pictures.map(({ title }) => title)).toEqual([
      'base colour',
      'base colour 2',
      'base colour 3',
    ])
    const bytes = await Promise.all(pictures.map(({ blob }) => blob.arrayBuffer()))
    expect(bytes.map((one) => new Uint8Array(one)[0])).toEqual([0, 1, 2])
  })
})
