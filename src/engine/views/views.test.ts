import { NodeIO } from '@gltf-transform/core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cleanColours } from '../colour.ts'
import { cropObject } from '../crop.ts'
import type { GeometryGrid } from '../fields/geometry-grid.ts'
import { imageTo3d } from '../image-to-3d.ts'
import type { ViewPictures } from '../params.ts'
import { createPlane } from '../raster/plane.ts'
import { findDefects } from '../testing/find-defects.fixture.ts'
import { pixelPicture } from '../testing/pictures.fixture.ts'
import { weightsPath } from '../testing/weights-path.fixture.ts'
import { fitBack } from './fit-back.ts'
import { readOtherSides } from './other-sides.ts'
import type { ObjectView } from './read-views.ts'
import { fitProfile } from '../fields/turned/fit-profile.ts'
import { readProfile } from './side-profile.ts'

type Colour = readonly [number, number, number]
type Outline = (x: number, y: number) => boolean
const red: Colour = [200, 30, 30]
const green: Colour = [30, 160, 30]
const blue: Colour = [30, 30, 200]

const side = 48
const armed: Outline = (x, y) =>
  Math.hypot(x - 20, y - 24) < 16 || (x > 20 && x < 45 && Math.abs(y - 24) < 4)
const mirrored: Outline = (x, y) => armed(side - 1 - x, y)

const picture = (outline: Outline, colour: (x: number) => Colour) =>
  pixelPicture(side, side, (x, y) => [...colour(x), outline(x, y) ? 255 : 0] as const).toBuffer()

function getView(outline: Outline, colour: (x: number) => Colour = () => red): ObjectView {
  const alpha = createPlane(side, side)
  const rgba = new Uint8Array(side * side * 4)
  for (let i = 0; i < side * side; i++) {
    const x = i % side
    rgba.set([...colour(x), 255], i * 4)
    alpha.data[i] = outline(x, Math.floor(i / side)) ? 1 : 0
  }
  const cutout = cropObject({ width: side, height: side, rgba, scale: 1 }, alpha)
  return { cutout, colours: cleanColours(cutout) }
}

async function computeExtent(glb: Uint8Array): Promise<number[]> {
  const root = (await new NodeIO().readBinary(glb)).getRoot()
  const position = root.listMeshes()[0].listPrimitives()[0].getAttribute('POSITION')!
  const [low, high] = [position.getMin([]), position.getMax([])]
  return low.map((value, axis) => high[axis] - value)
}

const strongest = (colour: readonly number[]) => colour.indexOf(Math.max(...colour))

const empty = () => pixelPicture(side, side, () => [120, 120, 120, 255]).toBuffer()

const read = (pictures: ViewPictures, warnings: string[]) => {
  const { cutout, colours } = getView(armed)
  const reading = {
    front: cutout,
    colours,
    depth: colours.depth,
    masks: weightsPath,
    faceLimit: 600,
  }
  return readOtherSides(pictures, reading, warnings)
}

describe('imageTo3d with pictures of other sides', () => {
  it('paints each picture on its side of the model and keeps the front’s outline', async () => {
    const views: ViewPictures = {
      back: await picture(mirrored, (x) => (x < side / 2 ? green : blue)),
      left: await picture(
        (x, y) => Math.hypot(x - 24, y - 24) < 16,
        () => green,
      ),
      right: await empty(),
    }
    let preview: Uint8Array | undefined
    const { glb, warnings } = await imageTo3d(await picture(armed, () => red), {
      params: { face_limit: 600, texture_size: 512, pbr: false, style: 'object' },
      weightsPath,
      views,
      onPreview: (rough) => (preview = rough),
    })
    expect(await findDefects(glb, 600)).toEqual([])
    const root = (await new NodeIO().readBinary(glb)).getRoot()
    expect(warnings).toEqual([
      'No object could be found in the picture of the right; it was not used.',
    ])
    expect(root.getAsset().extras).toMatchObject({ recipe: { warnings } })

    const { data, info } = await sharp(root.listTextures()[0].getImage()!)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const strongestAt = (u: number, v: number) => {
      const at = (Math.floor(v * info.height) * info.width + Math.floor(u * info.width)) * 3
      return strongest([...data.subarray(at, at + 3)])
    }
    expect(strongestAt(0.3, 0.25)).toBe(0)
    expect(strongestAt(0.2, 0.75)).toBe(2)
    expect(strongestAt(0.7, 0.75)).toBe(1)

    for (const model of [glb, preview!]) {
      const [wide, tall, deep] = await computeExtent(model)
      expect(wide).toBeCloseTo(1, 1)
      expect(tall / wide).toBeCloseTo(31 / 41, 1)
      expect(deep / tall).toBeCloseTo(1, 1)
    }
  })

  it('uses only the colours of a picture whose outline does not match', async () => {
    const warnings: string[] = []
    const thin = await picture(
      (x, y) => Math.abs(x - 24) < 3 && y > 2,
      () => blue,
    )
    const { back } = await read({ back: thin }, warnings)
    expect(warnings).toEqual([expect.stringMatching(/not the mirror image.*stretched to fit/)])
    const middle = back!.linear.map(({ width, height, data }) => data[(height >> 1) * width + 9])
    expect(strongest(middle)).toBe(2)
  })

  it('names the unreadable picture in the error', async () => {
    await expect(read({ right: Buffer.from('no picture') }, [])).rejects.toMatchObject({
      code: 'picture_unreadable',
      message: expect.stringMatching(/^The picture of the right: The picture cannot be read/),
    })
  })
})

describe('fitBack', () => {
  const front = getView(armed)
  const fit = (view: ObjectView) => fitBack(front.cutout, front.colours.depth, view)

  it('aligns the mirrored back with the front', () => {
    const { agreement, colours } = fit(getView(mirrored, (x) => (x < side / 2 ? green : blue)))
    expect(agreement).toBeGreaterThan(0.98)
    const { width, data } = colours.linear[2]
    const row = Math.floor(front.cutout.height / 2) * width
    expect(data[row + 5]).toBeGreaterThan(0.5)
    expect(data[row + width - 6]).toBeLessThan(0.1)
  })

  it('returns a low agreement for a back that is not mirrored or has other proportions', () => {
    expect(fit(getView(armed)).agreement).toBeLessThan(0.8)
    expect(fit(getView((x, y) => mirrored(x * 2, y))).agreement).toBeLessThan(0.6)
  })
})

const leaning: Outline = (x, y) => y >= 4 && y < 44 && x < 30 && x >= (y < 24 ? 20 : 10)

describe('readProfile and fitProfile', () => {
  it('readProfile returns the same profile from pictures of the left and the right', () => {
    const warnings: string[] = []
    const left = readProfile({ left: getView(leaning) }, warnings)!
    const right = readProfile({ right: getView((x, y) => leaning(side - 1 - x, y)) }, warnings)!
    expect(left.front).toEqual(right.front)
    expect(left.back).toEqual(right.back)
    expect(left.front[200]).toBeCloseTo(0.25, 5)
    expect(left.front[50]).toBeCloseTo(0, 5)
    expect(left.back[50]).toBeCloseTo(0.25, 5)
    readProfile({ left: getView(leaning), right: getView(leaning) }, warnings)
    expect(warnings).toEqual([expect.stringMatching(/left and the right differ/)])
  })

  it('fitProfile sets the depth of the shape at each height', () => {
    const profile = readProfile({ left: getView(leaning) }, [])!
    const [width, height] = [12, 100]
    const inside = new Uint8Array(width * height).fill(1)
    const heights = { front: createPlane(width, height), back: createPlane(width, height) }
    heights.front.data.fill(8)
    heights.back.data.fill(6)
    const grid = { width, height, inside } as GeometryGrid
    const bounds = { left: 0, right: 11, top: 0, bottom: 99, width, height }
    const depthAt = (y: number, thickness: number) => {
      const { front, back } = fitProfile(heights, { grid, bounds, profile, thickness })
      return front.data[y * width + 5] + back.data[y * width + 5]
    }
    expect(depthAt(80, 1)).toBeCloseTo(50, 0)
    expect(Math.abs(depthAt(20, 1) - 25)).toBeLessThan(2)
    expect(depthAt(80, 0.5)).toBeCloseTo(25, 0)
  })

  it('fitProfile raises a fin towards the viewer if fins stick out to the left and right', () => {
    const [width, height, reach] = [41, 100, 20]
    const body = (x: number) => Math.sqrt(Math.max(4, 100 - (x - reach) ** 2))
    const inside = new Uint8Array(width * height).fill(1)
    const plane = createPlane(width, height)
    for (let i = 0; i < inside.length; i++) plane.data[i] = body(i % width)
    const grid = { width, height, inside } as GeometryGrid
    const bounds = { left: 0, right: 40, top: 0, bottom: 99, width, height }
    const depthAt = (x: number, deep: number, thickness = 1) => {
      const reaches = new Float32Array(256).fill(deep / height)
      const profile = { front: reaches, back: reaches }
      const heights = { front: plane, back: plane }
      return fitProfile(heights, { grid, bounds, profile, thickness }).front.data[50 * width + x]
    }
    expect(depthAt(20, reach)).toBeCloseTo(reach, 0)
    expect(depthAt(28, reach)).toBeCloseTo(body(28), 1)
    expect(depthAt(36, reach)).toBeCloseTo(2, 1)
    expect(depthAt(20, reach, 0.8)).toBeCloseTo(0.8 * reach, 0)
    expect(depthAt(28, 0.7 * reach)).toBeGreaterThan(1.3 * body(28))
  })
})
