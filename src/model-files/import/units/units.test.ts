import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { printHeight } from '../../export/print-height.ts'
import { createBox } from '../../mesh/solids.ts'
import { readGlbParts } from '../../mesh/read-glb-parts.ts'
import { measureExtent } from '../../mesh/extent.ts'
import { importFiles, type ImportOptions } from '../import-files.ts'

const obj = (length: number, comment = '') => [
  { name: 'a.obj', bytes: strToU8(`${comment}\nv 0 0 0\nv ${length} 0 0\nv 0 1 0\nf 1 2 3\n`) },
]
async function getLength(length: number, comment = '', options: ImportOptions = {}) {
  const { glb, report } = await importFiles(obj(length, comment), options)
  const { low, high } = measureExtent((await readGlbParts(glb)).parts)
  return { metres: Number((high[0] - low[0]).toPrecision(4)), unit: report.unit }
}

describe('importFiles with a file of unknown unit', () => {
  it.each([
    ['a table', 1.6, 1.6, 'm', false],
    ['a beast', 274, 0.274, 'mm', true],
    ['a house in millimetres', 9000, 9, 'mm', true],
    ['something as large as the sky', 1e9, 1e9, 'm', true],
  ] as const)('guesses the unit from the size (%s)', async (_, length, metres, used, isUnsure) => {
    const seen = await getLength(length)
    expect(seen.metres).toBeCloseTo(metres)
    expect(seen.unit).toEqual({ kind: 'obj', used, isUnsure, longest: expect.closeTo(length) })
  })

  it('uses the unit that the user chose before, without doubt', async () => {
    const seen = await getLength(274, '', { units: { obj: 'in' } })
    expect(seen.metres).toBeCloseTo(274 * 0.0254)
    expect(seen.unit).toMatchObject({ used: 'in', isUnsure: false })
  })

  it('reports doubt if the user’s earlier choice makes the model implausibly large or small', async () => {
    const seen = await getLength(1.6, '', { units: { obj: 'mm' } })
    expect(seen.unit).toMatchObject({ used: 'mm', isUnsure: true })
  })

  it('uses the unit in the file’s comment', async () => {
    expect(await getLength(2, '# File units = millimeters')).toEqual({
      metres: 0.002,
      unit: undefined,
    })
    expect(await getLength(2, '# made with Bozzetto, metres, y up')).toMatchObject({ metres: 2 })
  })
})

describe('printHeight', () => {
  it('suggests a height that fits the printer if the model’s own height does not', () => {
    expect(printHeight([0.5, 1, 0.4], false)).toEqual({ naturalMm: 1000, fittedMm: 100 })
    expect(printHeight([2, 1, 0.4], false)).toEqual({ naturalMm: 1000, fittedMm: 50 })
    expect(printHeight([1, 0.9956, 0.4], false)).toMatchObject({ fittedMm: 100 })
    expect(printHeight([0.001, 0.0005, 0.001], false)).toMatchObject({ fittedMm: 50 })
    const { low, high } = measureExtent([createBox([0.06, 0.08, 0.02])])
    const size = high.map((value, axis) => value - (low[axis] ?? 0))
    expect(printHeight([2, 1, 0.4], true)).toEqual({ naturalMm: 1000, fittedMm: undefined })
    expect(printHeight(size, false)).toEqual({ naturalMm: 80, fittedMm: undefined })
  })
})
