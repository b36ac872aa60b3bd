import { describe, expect, it } from 'vitest'
import { makeGlb } from '../glb/glb.fixture.ts'
import { createBox, moveBody } from '../mesh/solids.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { describeIssues } from './describe-issue.ts'
import { makeReport } from './make-report.ts'
import { describeTopology } from './report.ts'

const titles = (...parts: Parameters<typeof analyzeTopology>) =>
  describeTopology(analyzeTopology(...parts)).map(({ title }) => title)

describe('model report', () => {
  it('contains no errors for a valid file', async () => {
    const { issues, topology } = await makeReport(await makeGlb({ cells: 2 }))
    expect(issues.filter(({ severity }) => severity !== 'hint')).toEqual([])
    expect(topology.triangles).toBe(8)
  })

  it('describes a surface in plain words', () => {
    expect(titles([createBox([1, 1, 1])])).toEqual(['Watertight', 'In one piece'])
    expect(titles([createBox([1, 1, 1], 5)])).toEqual(['4 boundary edges', 'In one piece'])
    expect(titles([createBox([4, 4, 4]), moveBody(createBox([1, 1, 1]), [0, 0, 0], true)])).toEqual(
      ['Watertight', 'In one piece', '1 internal cavity'],
    )
    expect(titles([moveBody(createBox([1, 1, 1]), [0, 0, 0], true)])).toContain(
      '1 shell is inside out',
    )
  })

  it('groups equal messages of the validator, errors first', () => {
    const issues = describeIssues([
      { code: 'UNUSED_OBJECT', message: 'a', severity: 2, pointer: '/nodes/1' },
      { code: 'ACCESSOR_INVALID_FLOAT', message: 'b', severity: 0 },
      { code: 'ACCESSOR_INVALID_FLOAT', message: 'b', severity: 0 },
      { code: 'SOMETHING_NEW', message: 'Said by the validator.', severity: 1 },
    ])
    expect(issues.map(({ severity, count, sentence }) => [severity, count, sentence])).toEqual([
      ['error', 2, 'Some values are not valid numbers.'],
      ['warning', 1, 'Said by the validator.'],
      ['hint', 1, 'Unused data adds to the file size.'],
    ])
  })
})
