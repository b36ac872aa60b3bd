import { expect, it } from 'vitest'
import { describeReport, emptyReport } from './import-report.ts'

it('says what is missing and what was left out, and nothing else', () => {
  expect(describeReport(emptyReport())).toEqual([])
  const notes = describeReport({
    losses: ['Two lights are left out.'],
    missing: ['wood.png'],
  })
  expect(notes).toHaveLength(2)
  expect(notes[0]).toMatch(/wood\.png/)
})
