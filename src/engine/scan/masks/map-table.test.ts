import { expect, it } from 'vitest'
import { getCentre, toRay } from '../cameras/lens.ts'
import type { ScanView } from '../scan-view.ts'
import { lookAt } from '../testing/render-photo.fixture.ts'
import { addToTableMap, compareWithTable, createTableMap } from './map-table.ts'

const size = { width: 320, height: 240 }
const lens = { f: 300, k1: 0.02, cx: 161, cy: 119 }

/** Takes a photo of a striped table, with a grey object in the middle of the picture. */
function takePhoto(photo: number, azimuth: number): ScanView {
  const pose = lookAt({ azimuth, height: 35, distance: 300 })
  const [eyeX, eyeY, eyeZ] = getCentre(pose)
  const { rotation: r } = pose
  const rgb = new Uint8Array(size.width * size.height * 3)
  const outline = new Uint8Array(size.width * size.height)
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      const [a, b] = toRay(lens, x + 0.5, y + 0.5)
      const distance = -eyeZ / (r[2] * a + r[5] * b + r[8])
      const tableX = eyeX + distance * (r[0] * a + r[3] * b + r[6])
      const tableY = eyeY + distance * (r[1] * a + r[4] * b + r[7])
      outline[i] = isObject(x, y) ? 1 : 0
      const stripe = Math.sin(tableX / 12) + Math.sin(tableY / 15)
      rgb.fill(outline[i] ? 128 : 128 + 50 * stripe, i * 3, i * 3 + 3)
    }
  }
  const none = new Uint8Array(outline.length)
  const place = { photo, lens, pose, left: 0, top: 0, ...size, isDropped: false }
  return {
    ...place,
    rgb,
    outline,
    onPage: none,
    matChance: none,
    mask: none,
    white: [1, 1, 1],
    choice: 'auto',
  }
}

const isObject = (x: number, y: number) => Math.abs(x - 160) < 30 && Math.abs(y - 90) < 40

it('tells an object from a table of the same mean colour', () => {
  const views = Array.from({ length: 12 }, (_, k) => takePhoto(k, 30 * k))
  const map = createTableMap()
  for (const view of views) addToTableMap(map, view)
  const [view] = views
  // The shape is still too large, so its outline does not tell the object from the table.
  const differences = compareWithTable(map, view, new Float32Array(view.outline.length).fill(10))
  const counts = { object: [0, 0], table: [0, 0] }
  for (const [i, difference] of differences.entries()) {
    if (Number.isNaN(difference)) continue
    const count = counts[view.outline[i] ? 'object' : 'table']
    count[difference > 4 ? 1 : 0]++
  }
  expect(counts.table[0]).toBeGreaterThan(10 * counts.table[1])
  expect(counts.object[1]).toBeGreaterThan(2 * counts.object[0])
})
