import { describe, expect, it } from 'vitest'
import { measureExtent } from '../../mesh/extent.ts'
import { sumTriangles } from '../../mesh/parts.ts'
import { analyzeTopology } from '../../mesh/topology.ts'
import { emptyReport } from '../import-report.ts'
import { readCad } from './read-cad.ts'
import { makeStepBox } from './step-box.fixture.ts'

const round = (values: readonly number[]) => values.map((value) => Number(value.toFixed(6)) + 0)

describe('readCad', () => {
  it('reads a STEP file in metres and y up, with colours and names', async () => {
    const report = emptyReport()
    const model = await readCad({ name: 'a.stp', bytes: makeStepBox([10, 20, 30]) }, report)
    expect(sumTriangles(model)).toBe(12)
    const { low, high } = measureExtent(model.parts)
    expect(round(low)).toEqual([0, 0, -0.02])
    expect(round(high)).toEqual([0.01, 0.03, 0])
    expect(analyzeTopology(model.parts)).toMatchObject({
      isClosed: true,
      volume: expect.closeTo(6e-6, 9),
    })
    expect(model.parts[0]).toMatchObject({ name: 'Box' })
    expect(model.materials[model.parts[0]!.material]!.color).toEqual([1, 0, 0, 1])
    expect(report.losses).toEqual(['Exact surfaces of 1 part became 12 triangles.'])
  })

  it.each([
    ['a.step', 'this is no STEP file', 'This STEP file is damaged'],
    ['a.igs', 'nor an IGES file', 'This IGES file is damaged'],
  ])('explains that %s is damaged', async (name, text, message) => {
    const bytes = new TextEncoder().encode(text)
    await expect(readCad({ name, bytes }, emptyReport())).rejects.toThrow(message)
  })

  it('refuses a file that is too large before reading it', async () => {
    const bytes = new Uint8Array(64 * 2 ** 20 + 1)
    await expect(readCad({ name: 'a.step', bytes }, emptyReport())).rejects.toThrow('64 MB')
  })
})
