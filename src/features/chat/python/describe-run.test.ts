import { describe, expect, it } from 'vitest'
import { describeRun, selectPictures } from './describe-run.ts'
import type { PythonRun } from './python-runs.ts'

const file = (name: string) => ({ name, bytes: new ArrayBuffer(1) })
const createRun = (change: Partial<PythonRun>): PythonRun => ({
  state: 'done',
  output: '',
  stop: () => {},
  ...change,
})

describe('describeRun', () => {
  it('includes the output, the value, the error, missing packages and files', () => {
    const result = {
      value: '3',
      problem: 'ValueError: no\n',
      missing: ['numpy'],
      files: [file('a.csv')],
      leftOut: 0,
    }
    expect(describeRun(createRun({ output: 'hi\n', result })).split('\n')).toEqual([
      'hi',
      '3',
      'ValueError: no',
      expect.stringContaining('The package numpy is not on this server.'),
      'Files that the person can save: a.csv',
    ])
  })

  it('cuts a long output to what the server accepts', () => {
    expect(describeRun(createRun({ output: 'x'.repeat(50_000) })).length).toBeLessThanOrEqual(
      10_000,
    )
  })
})

describe('selectPictures', () => {
  it('returns at most four pictures', () => {
    const files = ['a.png', 'b.csv', 'c.JPG', 'd.webp', 'e.svg', 'f.png', 'g.png'].map(file)
    expect(selectPictures(files).map(({ name }) => name)).toEqual([
      'a.png',
      'c.JPG',
      'd.webp',
      'f.png',
    ])
  })
})
