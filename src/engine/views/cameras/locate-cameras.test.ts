import { expect, test } from 'vitest'
import { cleanColours } from '../../colour.ts'
import { cropObject } from '../../crop.ts'
import { createPlane } from '../../raster/plane.ts'
import type { ObjectView } from '../read-views.ts'
import { locateCameras } from './locate-cameras.ts'

type Ball = readonly [x: number, y: number, z: number, radius: number]
type Angles = { readonly yaw: number; readonly pitch: number }

const side = 160
const square: Angles = { yaw: 0, pitch: 0 }

const balls: readonly Ball[] = [
  [0, -20, 0, 26],
  [22, 12, 18, 16],
  [-18, 30, -14, 14],
  [2, 34, 22, 11],
]

function seenAt([x, y, z]: Ball, { yaw, pitch }: Angles): [number, number] {
  const [a, b] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180]
  const near = z * Math.cos(a) + x * Math.sin(a)
  return [x * Math.cos(a) - z * Math.sin(a), y * Math.cos(b) - near * Math.sin(b)]
}

function getView(solid: readonly Ball[], angles: Angles): ObjectView {
  const alpha = createPlane(side, side)
  for (const ball of solid) {
    const [right, up] = seenAt(ball, angles)
    for (let i = 0; i < alpha.data.length; i++) {
      const x = (i % side) + 0.5 - side / 2 - right
      const y = side / 2 - Math.floor(i / side) - 0.5 - up
      const inside = ball[3] - Math.hypot(x, y) + 0.5
      alpha.data[i] = Math.max(alpha.data[i], Math.min(1, Math.max(0, inside)))
    }
  }
  const rgba = new Uint8Array(side * side * 4).fill(200)
  const cutout = cropObject({ width: side, height: side, rgba, scale: 1 }, alpha)
  return { cutout, colours: cleanColours(cutout) }
}

const back = { yaw: 176, pitch: 3 }
const right = { yaw: 268, pitch: 1 }

test.each([
  { yaw: 95, isTowardsBack: true },
  { yaw: 85, isTowardsBack: false },
])('locateCameras finds a camera at $yaw° from the outlines alone', ({ yaw, isTowardsBack }) => {
  const cameras = locateCameras(getView(balls, square), {
    left: getView(balls, { yaw, pitch: 4 }),
    back: getView(balls, back),
    right: getView(balls, right),
  })
  const yaws = cameras?.map(({ axis: [x, , z] }) => (Math.atan2(x, z) * 180) / Math.PI) ?? []
  expect(yaws).toHaveLength(3)
  expect(yaws[0] > 90).toBe(isTowardsBack)
  expect(Math.abs(yaws[0] - yaw)).toBeLessThan(3)
})

test('locateCameras finds no cameras for pictures of two different objects', () => {
  const front = getView(balls, square)
  const other = getView(
    [
      [0, 0, 0, 10],
      [40, 0, 0, 10],
      [0, 40, 0, 10],
    ],
    { yaw: 90, pitch: 2 },
  )
  expect(locateCameras(front, { left: other, right: getView(balls, right) })).toBeUndefined()
})
