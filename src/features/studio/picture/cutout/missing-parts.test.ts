import { expect, test } from 'vitest'
import { createMaskEditor } from './mask-editor.ts'
import { namedParts, strokeOver } from './missing-parts.tsx'

test('toStroke covers a missing part without its surroundings', () => {
  const size = { width: 100, height: 50 }
  const strips = Array.from({ length: 10 }, (_, k) => ({ x: 0.5, toX: 0.9, y: 0.22 + 0.04 * k }))
  const { mask, apply } = createMaskEditor({ ...size, data: new Uint8Array(5_000) })
  apply({ threshold: 0.5, strokes: [strokeOver({ strips, strip: 0.04 }, size)] })
  const at = (x: number, y: number) => mask.data[y * 100 + x]
  expect([at(55, 12), at(70, 20), at(85, 28)]).toEqual([255, 255, 255])
  expect([at(46, 20), at(95, 20), at(70, 6), at(70, 34)]).toEqual([0, 0, 0, 0])
})

test('namedParts gives two missing parts at the same place different names', () => {
  const part = { strips: [{ x: 0.4, toX: 0.6, y: 0.9 }], strip: 0.1 }
  expect(namedParts([part, part]).map(({ name }) => name)).toEqual([
    'Add the part at the bottom',
    'Add the part at the bottom (2)',
  ])
})
