import { expect, it } from 'vitest'
import { describeReport, emptyReport } from './import-report.ts'

it('says what was guessed, what is missing and what was left out, and nothing else', () => {
  expect(describeReport(emptyReport())).toEqual([])
  expect(
    describeReport({ ...emptyReport(), unit: { kind: 'stl', used: 'mm', isUnsure: false } }),
  ).toEqual([])
  const notes = describeReport({
    unit: { kind: 'obj', used: 'cm', isUnsure: true },
    losses: ['Two lights are left out.'],
    missing: ['wood.png'],
  })
  expect(notes).toHaveLength(3)
  expect(notes[0]).toMatch(/^OBJ files have no unit: centimetres were guessed/)
  expect(notes[1]).toMatch(/wood\.png/)
})
