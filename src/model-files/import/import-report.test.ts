import { expect, it } from 'vitest'
import { describeReport, emptyReport } from './import-report.ts'

it('describeReport lists missing files and omitted parts', () => {
  expect(describeReport(emptyReport())).toEqual([])
  const notes = describeReport({
    losses: ['Two lights are left out.'],
    missing: ['wood.png'],
  })
  expect(notes).toHaveLength(2)
  expect(notes[0]).toMatch(/wood\.png/)
})
