import { beforeEach, describe, expect, it } from 'vitest'
import { forgetProblems, listProblems, noteProblem } from './recent-problems.ts'

const line = (msg: string, rest: object = {}) =>
  JSON.stringify({ level: 'error', time: '2026-11-27T10:00:00.000Z', ...rest, msg })

beforeEach(forgetProblems)

describe('recent problems', () => {
  it('count equal errors and list the latest error first', () => {
    noteProblem(line('One.', { requestId: 'r1' }))
    noteProblem(line('Two.', { error: [{ message: 'Because.' }] }))
    noteProblem(line('One.', { requestId: 'r2' }))
    expect(listProblems()).toEqual([
      { at: '2026-11-27T10:00:00.000Z', text: 'One.', count: 2, requestId: 'r2' },
      { at: '2026-11-27T10:00:00.000Z', text: 'Two. Because.', count: 1 },
    ])
  })

  it('do not contain lines below the level error, or lines that are not JSON', () => {
    noteProblem('{"level":"info","time":"","msg":"fine"}')
    noteProblem('{"level":"error", cut off')
    expect(listProblems()).toEqual([])
  })

  it('contain only the latest thirty errors', () => {
    for (let at = 0; at < 40; at++) noteProblem(line(`Error ${at}`))
    expect(listProblems()).toHaveLength(30)
    expect(listProblems()[0]?.text).toBe('Error 39')
  })
})
