import { expect, test } from 'vitest'
import { cleanColours } from '../../colour.ts'
import { cropObject } from '../../crop.ts'
import { imageTo3d } from '../../image-to-3d.ts'
import { createPlane } from '../../raster/plane.ts'
import { findDefects } from '../../testing/find-defects.fixture.ts'
import { pixelPicture } from '../../testing/pictures.fixture.ts'
import { weightsPath } from '../../testing/weights-path.fixture.ts'
import { loadDraws } from '../../thumbnail/load-draws.ts'
import type { ObjectView } from '../../views/read-views.ts'
import { agreeingSides } from '../../views/agreeing-sides.ts'
import { sideView } from '../../views/side-view.ts'

type Outline = (x: number, y: number) => boolean
const side = 64

const picture = (outline: Outline) =>
  pixelPicture(side, side, (x, y) => [150, 110, 70, outline(x, y) ? 255 : 0] as const).toBuffer()

function getView(outline: Outline): ObjectView {
  const alpha = createPlane(side, side)
  const rgba = new Uint8Array(side * side * 4).fill(200)
  for (let i = 0; i < side * side; i++)
    alpha.data[i] = outline(i % side, Math.floor(i / side)) ? 1 : 0
  const cutout = cropObject({ width: side, height: side, rgba, scale: 1 }, alpha)
  return { cutout, colours: cleanColours(cutout) }
}

const table: Outline = (x, y) =>
  x >= 4 && x < 60 && y >= 8 && y < 56 && (y < 20 || x < 14 || x >= 50)

async function isFilled(glb: Uint8Array, x: number, y: number, z: number): Promise<boolean> {
  let crossed = 0
  for (const { positions: p, indices } of await loadDraws(glb)) {
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [indices[t] * 3, indices[t + 1] * 3, indices[t + 2] * 3]
      const area = (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * (p[b + 1] - p[a + 1])
      if (area === 0) continue
      const u = ((x - p[a]) * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * (y - p[a + 1])) / area
      const v = ((p[b] - p[a]) * (y - p[a + 1]) - (x - p[a]) * (p[b + 1] - p[a + 1])) / area
      if (u < 0 || v < 0 || u + v > 1) continue
      const at = p[a + 2] + u * (p[b + 2] - p[a + 2]) + v * (p[c + 2] - p[a + 2])
      if (at > z) crossed++
    }
  }
  return crossed % 2 === 1
}

test('imageTo3d makes four separate legs of a table from pictures of its front and left side', async () => {
  const { glb, warnings } = await imageTo3d(await picture(table), {
    params: { face_limit: 2_000, texture: false, pbr: false },
    weightsPath,
    views: { left: await picture(table) },
  })
  expect(warnings).toEqual([])
  expect(await findDefects(glb, 2_000)).toEqual([])
  for (const [x, z] of [
    [-0.41, -0.41],
    [-0.41, 0.41],
    [0.41, -0.41],
    [0.41, 0.41],
  ]) {
    expect(await isFilled(glb, x, -0.2, z)).toBe(true)
    expect(await isFilled(glb, x, -0.2, 0.003)).toBe(false)
  }
  expect(await isFilled(glb, 0.003, 0.33, 0.001)).toBe(true)
})

const leaning: Outline = (x, y) => y >= 4 && y < 44 && x < 30 && x >= (y < 24 ? 20 : 10)

test('sideView merges both sides and keeps parts that only one of them shows', () => {
  const front = getView((x, y) => y >= 4 && y < 44 && Math.abs(x - 31.5) < 8)
  const fromRight = getView((x, y) => leaning(side - 1 - x, y))
  const one = sideView(front, { right: fromRight })!
  const both = sideView(front, { right: fromRight, left: getView(leaning) })!
  expect(both.depth).toBeCloseTo(one.depth)
  const [alpha, other] = [one, both].map((view) => view.outline(20, 40).alpha.data)
  expect(other.map((value) => (value > 0.5 ? 1 : 0))).toEqual(
    alpha.map((value) => (value > 0.5 ? 1 : 0)),
  )
  // The object leans, so its lower part reaches further to the front, which is on the right.
  expect(alpha[36 * 20 + 18]).toBe(1)
  expect(alpha[18]).toBe(0)
  const thin = sideView(front, {
    right: getView(table),
    left: getView((x, y) => table(x + (y < 20 ? 0 : 6), y)),
  })!
  const { data } = thin.outline(56, 48).alpha
  // The side camera is not exactly at 90 degrees and shows too much, so the ends are slightly
  // further in.
  expect(data.subarray(40 * 56 + 1, 40 * 56 + 10).every((value) => value > 0.5)).toBe(true)
  expect(sideView(front, { back: fromRight })).toBeUndefined()
})

test('sideView uses the side that fits the front when both sides disagree', () => {
  const front = getView(table)
  const left = getView((x, y) => Math.hypot(x - 32, (y - 32) * 3) < 20)
  const right = getView(table)
  const warnings: string[] = []
  expect(agreeingSides(front, { left, right }, warnings)).toEqual({ left: undefined, right })
  expect(warnings).toEqual([expect.stringMatching(/follows the right alone/)])
  const tilted = getView((x, y) => table(x, y) || table(x + 2, y - 1))
  expect(agreeingSides(front, { left: tilted, right }, [])).toEqual({ left: tilted, right })
})
