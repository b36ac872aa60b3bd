import { WebIO } from '@gltf-transform/core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { boxSolid } from '#lib/geometry/box-solid.fixture.ts'
import { boxDocument } from '../testing/box-document.fixture.ts'
import { drawViews } from './draw-views.ts'

const plank = () => new WebIO().writeBinary(boxDocument([1, 0.5, 0.05]).document)
const sidePx = 64
const front = { yaw: 0, pitch: 0 }
const right = { yaw: Math.PI / 2, pitch: 0 }

async function computeCover(sheet: Uint8Array | undefined, left: number): Promise<number> {
  const { data } = await sharp(sheet)
    .extract({ left, top: 0, width: sidePx, height: sidePx })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const backdrop = data[0] ?? 0
  return data.reduce((sum, value) => sum + (Math.abs(value - backdrop) > 24 ? 1 : 0), 0)
}

describe('drawViews', () => {
  it('draws each side at its place in the picture', async () => {
    const sheet = await drawViews(await plank(), { sides: [front, right], sidePx })
    expect(await sharp(sheet).metadata()).toMatchObject({ format: 'jpeg', width: 128, height: 64 })
    expect(await computeCover(sheet, 0)).toBeGreaterThan((await computeCover(sheet, sidePx)) * 2)
  })

  it('culls back faces of a one-sided sheet', async () => {
    const { document, node } = boxDocument([1, 0.5, 0.05])
    const [primitive] = node.getMesh()?.listPrimitives() ?? []
    primitive?.getIndices()?.setArray(boxSolid([1, 0.5, 0.05]).indices.slice(24, 30))
    const glb = await new WebIO().writeBinary(document)
    const back = { yaw: Math.PI, pitch: 0 }
    const seen = await drawViews(glb, { sides: [front, back], sidePx })
    const [fromFront, fromBack] = [await computeCover(seen, 0), await computeCover(seen, sidePx)]
    expect(fromFront).toBeGreaterThan(500)
    expect(fromBack).toBeLessThan(200)
  })

  it('hides parts beyond a section', async () => {
    const glb = await plank()
    const [whole, half] = await Promise.all([
      drawViews(glb, { sides: [front], sidePx, isClay: true }),
      drawViews(glb, { sides: [front], sidePx, isClay: true, section: { axis: 'x', at: 0.5 } }),
    ])
    const fraction = (await computeCover(half, 0)) / (await computeCover(whole, 0))
    expect(fraction).toBeGreaterThan(0.4)
    expect(fraction).toBeLessThan(0.6)
  })

  it.each([
    ['OPAQUE', [true, true]],
    ['MASK', [true, false]],
  ] as const)('draws a %s texture at the right place', async (mode, [isLeft, isRight]) => {
    const glb = await paintedPlank(mode)
    const sheet = await drawViews(glb, { sides: [front, front], sidePx })
    const { data, info } = await sharp(sheet).raw().toBuffer({ resolveWithObject: true })
    const colourAt = (x: number) => [...data.subarray((32 * info.width + x) * 3).subarray(0, 3)]
    for (const left of [0, sidePx]) {
      const [red = 0, , blue = 0] = colourAt(left + 20)
      expect(red > blue + 60).toBe(isLeft)
      const [redAfter = 0, , blueAfter = 0] = colourAt(left + 44)
      expect(blueAfter > redAfter + 60).toBe(isRight)
    }
  })
})

async function paintedPlank(mode: 'OPAQUE' | 'MASK'): Promise<Uint8Array> {
  const { document, node } = boxDocument([1, 0.5, 0.05])
  const pixels = Buffer.from([...fourTimes(220, 30, 30, 255), ...fourTimes(30, 30, 220, 0)])
  const png = await sharp(pixels, { raw: { width: 8, height: 1, channels: 4 } })
    .png()
    .toBuffer()
  const texture = document.createTexture().setImage(new Uint8Array(png)).setMimeType('image/png')
  const material = document
    .createMaterial()
    .setBaseColorTexture(texture)
    .setMetallicFactor(0)
    .setAlphaMode(mode)
  const [primitive] = node.getMesh()?.listPrimitives() ?? []
  const positions = primitive?.getAttribute('POSITION')?.getArray() ?? []
  const uvs = Float32Array.from({ length: 16 }, (_, k) =>
    k % 2 === 0 ? (positions[(k / 2) * 3] ?? 0) * 0.49 + 0.5 : 0.5,
  )
  const [buffer = null] = document.getRoot().listBuffers()
  const accessor = document.createAccessor().setType('VEC2').setArray(uvs).setBuffer(buffer)
  primitive?.setAttribute('TEXCOORD_0', accessor).setMaterial(material)
  return new WebIO().writeBinary(document)
}

const fourTimes = (...texel: number[]) => [...texel, ...texel, ...texel, ...texel]
