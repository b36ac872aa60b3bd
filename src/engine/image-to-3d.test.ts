import { readFile } from 'node:fs/promises'
import { NodeIO } from '@gltf-transform/core'
import { describe, expect, it } from 'vitest'
import { imageTo3d } from './image-to-3d.ts'
import type { EngineParams } from './params.ts'
import { stages } from './stages.ts'
import { measureModel } from './inspect/measure-model.ts'
import { drawThumbnail } from './thumbnail/draw-thumbnail.ts'
import { findDefects } from './testing/find-defects.fixture.ts'
import {
  backdropPicture,
  dotsPicture,
  figurePicture,
  linesPicture,
  logoPicture,
  pixelPicture,
  scenePicture,
  shadedAnimal,
} from './testing/pictures.fixture.ts'
import { weightsPath } from './testing/weights-path.fixture.ts'

const make = async (picture: Uint8Array, params: Partial<EngineParams> = {}) =>
  (await imageTo3d(picture, { params, weightsPath })).glb

const bare = { texture: false, pbr: false }

const sample = (name: string) =>
  readFile(new URL(`../../public/samples/${name}.webp`, import.meta.url))

type Pixel = (x: number, y: number) => [number, number, number, number]

const noise: Pixel = (x, y) => [(x * 97 + y * 57) % 256, (x * y) % 256, 90, 255]
const disc: Pixel = (x, y) => [200, 80, 40, Math.hypot(x - 12, y - 12) < 9 ? 255 : 0]
const stripe: Pixel = (x, y) => [x / 6, y * 5, 90, Math.abs(y - 25) < 15 ? 255 : 0]

// Long timeout, because pictures with a backdrop or a landscape run the mask network for seconds.
describe('imageTo3d', () => {
  it.each([
    ['a figure', () => figurePicture(512), { face_limit: 5_000, texture_size: 512 }],
    ['a figure before a plain backdrop', backdropPicture, { face_limit: 5_000, ...bare }],
    ['a figure in a landscape', scenePicture, { face_limit: 2_000, ...bare }],
    ['lines two pixels wide', linesPicture, { face_limit: 4_000, ...bare }],
    ['lines two pixels wide, in 100 faces', linesPicture, { face_limit: 100, ...bare }],
    ['sixty dots', dotsPicture, { face_limit: 6_000, ...bare }],
    ['two handles, in few faces', () => sample('amphora'), { face_limit: 300, ...bare }],
    ['a logo as an object', logoPicture, { style: 'object', face_limit: 2_000, ...bare }],
    ['a turned figure', figurePicture, { style: 'turned', face_limit: 2_000, ...bare }],
    ['a flat logo', logoPicture, { style: 'flat', face_limit: 2_000, model_seed: 7, ...bare }],
    ['an animal on four legs', shadedAnimal, { face_limit: 4_000, model_seed: 7, ...bare }],
    [
      'a relief',
      figurePicture,
      { style: 'relief', face_limit: 2_000, model_seed: 7, texture_size: 512 },
    ],
  ] as const)('makes a closed solid of %s', async (_name, picture, params) => {
    expect(await findDefects(await make(await picture(), params), params.face_limit)).toEqual([])
  })

  it.each<[string, number, number, Pixel]>([
    ['noise', 40, 40, noise],
    ['24 × 24 px', 24, 24, disc],
    ['1500 × 50 px', 1500, 50, stripe],
  ])('makes a model of a picture of %s', async (_name, width, height, pixel) => {
    const picture = await pixelPicture(width, height, pixel).toBuffer()
    const params = { face_limit: 800, texture_size: 512 } as const
    expect(await findDefects(await make(picture, params), 800)).toEqual([])
  })

  it.each<[string, Pixel]>([
    ['white', () => [255, 255, 255, 255]],
    ['blue, with the grain of a JPEG', (x, y) => [90, 140, 200 + ((x ^ y) & 3), 255]],
  ])('rejects a blank picture: %s', async (_name, pixel) => {
    const picture = await pixelPicture(64, 48, pixel).toBuffer()
    await expect(make(picture, {})).rejects.toMatchObject({ code: 'picture_blank' })
  })

  it('gives the same bytes for the same picture, params and seed', async () => {
    const picture = await figurePicture()
    const params = { face_limit: 1_000, model_seed: 3, texture_size: 512 } as const
    const [first, second] = [await make(picture, params), await make(picture, params)]
    expect(Buffer.from(first).equals(second)).toBe(true)
  })

  it('varies the shape with the seed, but not the front texture', async () => {
    const picture = await logoPicture()
    const params = { face_limit: 1_000, pbr: false, texture_size: 512 } as const
    const read = async (seed: number) => {
      const glb = await make(picture, { ...params, model_seed: seed })
      const root = (await new NodeIO().readBinary(glb)).getRoot()
      const positions = root.listMeshes()[0].listPrimitives()[0].getAttribute('POSITION')!
      return { image: root.listTextures()[0].getImage()!, max: positions.getMax([]) }
    }
    const [plain, varied] = [await read(0), await read(12)]
    expect(varied.max[2]).not.toBeCloseTo(plain.max[2], 5)
    expect(varied.max[2] / plain.max[2]).toBeCloseTo(1, 0)
    expect(Buffer.from(varied.image).equals(plain.image)).toBe(true)
  })

  it('omits textures that were not requested', async () => {
    const picture = await logoPicture()
    const getTextures = async (params: Partial<EngineParams>) => {
      const glb = await make(picture, { ...params, face_limit: 500, texture_size: 512 })
      expect(await findDefects(glb, 500)).toEqual([])
      const root = (await new NodeIO().readBinary(glb)).getRoot()
      return root.listTextures().map((texture) => texture.getName())
    }
    expect(await getTextures({ texture: false, pbr: false })).toEqual([])
    expect(await getTextures({ pbr: false })).toEqual(['base-colour'])
    expect(await getTextures({ texture: false })).toEqual(['occlusion-roughness', 'normal'])
  })

  it('encodes the textures as WebP on request', async () => {
    const params = { texture_format: 'webp', texture_size: 512, face_limit: 300 } as const
    const glb = await make(await logoPicture(), params)
    expect(await findDefects(glb, 300)).toEqual([])
    const { textures, extensions } = await measureModel(glb)
    expect(textures.map(({ mimeType }) => mimeType)).toEqual(Array(3).fill('image/webp'))
    expect(extensions).toEqual(['EXT_texture_webp'])
    expect(await drawThumbnail(glb, { sidePx: 64 })).toBeDefined()
  })

  it('applies the requested thickness and texture size', async () => {
    const picture = await logoPicture()
    const getDepth = async (thickness: number) => {
      const glb = await make(picture, { thickness, face_limit: 500, texture: false, pbr: false })
      return (await measureModel(glb)).boundsMax[2]
    }
    expect(await getDepth(2)).toBeGreaterThan(1.8 * (await getDepth(1)))
    const glb = await make(picture, { texture_size: 1024, pbr: false, face_limit: 500 })
    const [texture] = (await new NodeIO().readBinary(glb)).getRoot().listTextures()
    expect(texture.getSize()).toContain(1024)
  })

  it('makes a model of the requested depth', async () => {
    const params = { depth: 0.5, face_limit: 500, ...bare }
    const { boundsMin, boundsMax } = await measureModel(await make(await logoPicture(), params))
    expect(boundsMax[2] - boundsMin[2]).toBeCloseTo(0.5, 1)
  })

  it('makes a model of the requested size and emits an early preview', async () => {
    const previews: Uint8Array[] = []
    const before = new Set<string>()
    const params = { auto_size: 0.25, face_limit: 5_000, ...bare }
    const { glb } = await imageTo3d(await logoPicture(), {
      params,
      weightsPath,
      onProgress: (stage) => previews.length === 0 && before.add(stage),
      onPreview: (preview) => void previews.push(preview),
    })
    expect([...before]).toEqual(['decode', 'mask'])
    for (const each of [glb, ...previews]) {
      const { boundsMin, boundsMax } = await measureModel(each)
      const longSide = Math.max(boundsMax[0] - boundsMin[0], boundsMax[1] - boundsMin[1])
      expect(longSide).toBeGreaterThan(0.23)
      expect(longSide).toBeLessThan(0.26)
    }
    expect(await Promise.all(previews.map((preview) => findDefects(preview, 2_000)))).toEqual([[]])
  })

  it('writes the recipe into the file', async () => {
    const { glb, params } = await imageTo3d(await logoPicture(), {
      params: { face_limit: 400, model_seed: 5, ...bare },
      weightsPath,
      recipe: { model: 'local/image-to-3d', inputSha256: 'abc' },
    })
    const root = (await new NodeIO().readBinary(glb)).getRoot()
    expect(root.getAsset().extras).toMatchObject({
      recipe: { model: 'local/image-to-3d', inputSha256: 'abc', params, seed: 5 },
    })
  })

  it('reports the stages in order', async () => {
    const seen: string[] = []
    const progress: number[] = []
    await imageTo3d(await logoPicture(), {
      params: { face_limit: 400, texture_size: 512 },
      weightsPath,
      onProgress: (stage, done) => {
        if (seen.at(-1) !== stage) seen.push(stage)
        progress.push(done)
      },
    })
    expect(seen).toEqual(stages)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBeCloseTo(1, 10)
  })
})
