import { expect, test } from 'vitest'
import { decodePicture } from '../decode.ts'
import { completeParams } from '../params.ts'
import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { simplifyMesh } from '../simplify.ts'
import { findMeshDefects } from '../testing/find-defects.fixture.ts'
import { pixelPicture } from '../testing/pictures.fixture.ts'
import { buildRelief, type Relief } from './build-relief.ts'
import { carveFrame, carveHeights } from './carve-heights.ts'
import { addFrame } from './frame-picture.ts'
import { guessDepth } from './guess-depth.ts'
import { meshRelief } from './mesh-relief.ts'
import { paintRelief } from './paint-relief.ts'
import { unwrapRelief } from './unwrap-relief.ts'

const [width, height] = [80, 60]

function fill(value: (x: number, y: number) => number, size = { width, height }): Plane {
  const plane = createPlane(size.width, size.height)
  plane.data.forEach((_, i) => {
    plane.data[i] = value(i % size.width, Math.floor(i / size.width))
  })
  return plane
}

function computeMean(plane: Plane, isCounted: (x: number, y: number) => boolean): number {
  const counted = plane.data.filter((_, i) =>
    isCounted(i % plane.width, Math.floor(i / plane.width)),
  )
  return counted.reduce((sum, value) => sum + value, 0) / counted.length
}

const landscape: ThreePlanes = [
  fill((x, y) => (y < height / 2 ? 85 : 45 + 6 * ((x + y) % 2))),
  fill((_, y) => (y < height / 2 ? 0 : -30)),
  fill((_, y) => (y < height / 2 ? -25 : 30)),
]
const nothing = fill(() => 0)

const isBall = (x: number, y: number) => Math.hypot(x - 160, y - 130) < 60

async function computeRelief(params = {}, alpha: (x: number, y: number) => number = () => 0) {
  const bytes = await pixelPicture(320, 240, (x, y) =>
    isBall(x, y)
      ? [220, 80, 40, 255]
      : y < 36
        ? [150, 190, 230, 255]
        : [60, 110 + (x % 3), 50, 255],
  ).toBuffer()
  const picture = await decodePicture(bytes)
  const size = { width: picture.width, height: picture.height }
  const all = completeParams({ face_limit: 20_000, ...params })
  const foreground = {
    alpha: fill((x, y) => alpha((x * 320) / size.width, (y * 240) / size.height), size),
    source: 'network' as const,
    confidence: 0.2,
  }
  return { params: all, relief: await buildRelief(picture, foreground, all) }
}

test('guessDepth puts smooth sky behind textured ground, and makes ground nearer towards its lower edge', () => {
  const depth = guessDepth(landscape, nothing)
  const sky = computeMean(depth, (_, y) => y < 20)
  const far = computeMean(depth, (_, y) => y > 34 && y < 42)
  const near = computeMean(depth, (_, y) => y > 52)
  expect(far - sky).toBeGreaterThan(0.4)
  expect(near - far).toBeGreaterThan(0.02)
})

const isDisc = (x: number, y: number) => Math.hypot(x - 40, y - 30) < 14
const isMiddle = (x: number, y: number) => Math.hypot(x - 40, y - 30) < 10

test('guessDepth moves the object in the mask forward', () => {
  const lab = [
    fill((x, y) => (isDisc(x, y) ? 30 : 70)),
    fill((x, y) => (isDisc(x, y) ? 50 : 0)),
    nothing,
  ] as const
  const salience = fill((x, y) => (isDisc(x, y) ? 1 : 0))
  const raised = computeMean(guessDepth(lab, salience), isMiddle)
  const plain = computeMean(guessDepth(lab, nothing), isMiddle)
  expect(raised - plain).toBeGreaterThan(0.3)
})

test('carveHeights carves at most the chosen depth and does not thin the slab', () => {
  const carving = { slab: 3, depth: 12, detail: 1 }
  const { data } = carveHeights(guessDepth(landscape, nothing), landscape, carving)
  expect(Math.min(...data)).toBeGreaterThanOrEqual(3)
  expect(Math.max(...data)).toBeLessThanOrEqual(15)
  expect(Math.max(...data) - Math.min(...data)).toBeGreaterThan(8)
})

test('carveHeights ignores lightness if detail is 0', () => {
  const lab = [
    fill((x, y) => (Math.hypot(x - 40, y - 30) < 2 ? 75 : 70)),
    nothing,
    nothing,
  ] as const
  const rise = (detail: number) => {
    const heights = carveHeights(nothing, lab, { slab: 3, depth: 12, detail })
    const inside = computeMean(heights, (x, y) => Math.hypot(x - 40, y - 30) < 2)
    return inside - computeMean(heights, (x, y) => Math.hypot(x - 40, y - 30) > 15)
  }
  expect(rise(1)).toBeGreaterThan(rise(0))
})

test('carveFrame makes a level frame that is rounded at its outer edge and higher than the picture beside it', () => {
  const heights = fill(() => 100)
  carveFrame(heights, 5, { slab: 3, depth: 10, detail: 1 })
  const at = (x: number, y: number) => heights.data[y * width + x]
  expect(at(3, 30)).toBeCloseTo(9.2)
  expect(at(30, 3)).toBeCloseTo(9.2)
  expect(at(0, 30)).toBeLessThan(at(3, 30))
  expect(at(6, 30)).toBeLessThan(at(3, 30))
  expect(at(20, 30)).toBe(100)
})

test('framePicture adds a darker frame that does not count as part of the main object', async () => {
  const size = { width: 500, height: 400 }
  const rgba = new Uint8Array(500 * 400 * 4).fill(255)
  for (let i = 0; i < rgba.length; i += 4) rgba.set([200, 100, 50], i)
  const alpha = fill(() => 1, size)
  const framed = await addFrame(
    { ...size, rgba, scale: 1 },
    { alpha, source: 'network', confidence: 1 },
  )
  expect(framed).toMatchObject({ width: 528, height: 428, frame: 14 })
  expect([...framed.rgb.subarray(0, 3)]).toEqual([76, 38, 19])
  const inner = (214 * 528 + 264) * 3
  expect([...framed.rgb.subarray(inner, inner + 3)]).toEqual([200, 100, 50])
  expect(framed.salience.data[0]).toBe(0)
  expect(framed.salience.data[214 * 528 + 264]).toBe(1)
})

test('makeRelief returns a closed and fully textured solid within the face limit', async () => {
  for (const face_limit of [1_500, 20_000]) {
    const { relief } = await computeRelief({ face_limit })
    const mesh = await simplifyMesh(meshRelief(relief), face_limit)
    const { positions, indices, uvs } = unwrapRelief(mesh, relief)
    expect(await findMeshDefects({ positions, indices, uvs }, face_limit)).toEqual([])
  }
})

test('makeRelief keeps the proportions of the framed picture', async () => {
  const { relief } = await computeRelief()
  const { positions } = meshRelief(relief)
  const extent = (axis: number) => {
    const values = positions.filter((_, i) => i % 3 === axis)
    return Math.max(...values) - Math.min(...values)
  }
  expect(extent(0)).toBeCloseTo(1)
  expect(extent(1)).toBeCloseTo(relief.framed.height / relief.framed.width, 1)
})

test('unwrapRelief creates flat normals on the back and the walls, and sloped normals on the front', async () => {
  const { relief } = await computeRelief()
  const { positions, normals } = unwrapRelief(meshRelief(relief), relief)
  let leaning = 0
  let wrong = 0
  for (let v = 0; v < positions.length; v += 3) {
    const [x, y, z] = normals.subarray(v, v + 3)
    if (z > 0 && z < 0.99) leaning++
    if (Math.abs(Math.hypot(x, y, z) - 1) > 1e-4) wrong++
    if (positions[v + 2] < 1e-7 && z > 0) wrong++
  }
  expect(wrong).toBe(0)
  expect(leaning).toBeGreaterThan(50)
})

const range = ({ heights }: Relief): number => Math.max(...heights.data) - Math.min(...heights.data)

const middle = ({ heights }: Relief) =>
  computeMean(
    heights,
    (x, y) => Math.hypot(x / heights.width - 0.5, y / heights.height - 0.54) < 0.05,
  ) - computeMean(heights, () => true)

test('buildRelief makes higher reliefs with more thickness and with a mask, and varies them reproducibly with the seed', async () => {
  const [thin, thick] = await Promise.all([
    computeRelief({ thickness: 0.5 }),
    computeRelief({ thickness: 1 }),
  ])
  const { width: nodes, data } = thick.relief.heights
  expect(Math.min(...data)).toBeGreaterThan(0.034 * nodes)
  expect(range(thick.relief) / range(thin.relief)).toBeCloseTo(2, 1)
  const marked = await computeRelief({ thickness: 1 }, (x, y) => Number(isBall(x, y)))
  expect(middle(marked.relief)).toBeGreaterThan(middle(thick.relief) + 1)
  const [first, again, other] = await Promise.all([
    computeRelief({ model_seed: 7 }),
    computeRelief({ model_seed: 7 }),
    computeRelief({ model_seed: 8 }),
  ])
  expect(first.relief.heights).toEqual(again.relief.heights)
  expect(first.relief.heights).not.toEqual(other.relief.heights)
})

test('paintRelief paints the requested textures: colours, normals, occlusion in hollows', async () => {
  const { relief, params } = await computeRelief({ texture: true, pbr: true, texture_size: 512 })
  const all = await paintRelief(relief, params)
  expect(Object.keys(all).toSorted()).toEqual(['baseColour', 'normal', 'occlusionRoughness'])
  expect(Object.keys(await paintRelief(relief, { ...params, pbr: false }))).toEqual(['baseColour'])
  expect(await paintRelief(relief, { ...params, texture: false, pbr: false })).toEqual({})
})
