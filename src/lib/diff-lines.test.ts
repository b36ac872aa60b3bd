import { describe, expect, it } from 'vitest'
import { countChanges, diffLines } from './diff-lines.ts'

const format = (before: string, after: string) =>
  diffLines(before, after).map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`,
  )

const rebuild = (before: string, after: string) => {
  const changes = diffLines(before, after)
  const without = (kind: 'added' | 'removed') =>
    changes
      .filter((change) => change.kind !== kind)
      .map(({ text }) => text)
      .join('\n')
  return [without('added'), without('removed')]
}

const createLines = (name: string) =>
  Array.from({ length: 3_000 }, (_, at) => `${name}${at}`).join('\n')

describe('diffLines', () => {
  it('marks added, removed and changed lines', () => {
    expect(format('a\nb\nc', 'a\nB\nc\nd')).toEqual([' a', '-b', '+B', ' c', '+d'])
    expect(format('a', 'a')).toEqual([' a'])
    expect(countChanges(diffLines('a\nb\nc', 'a\nB\nc\nd'))).toEqual({ added: 2, removed: 1 })
  })

  it('finds the shortest comparison of the example of Myers', () => {
    const changes = diffLines('A\nB\nC\nA\nB\nB\nA', 'C\nB\nA\nB\nA\nC')
    expect(changes.filter(({ kind }) => kind !== 'same')).toHaveLength(5)
  })

  it('contains both texts completely, whatever changed', () => {
    let seed = 7
    const next = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
    for (let round = 0; round < 200; round++) {
      const create = () => Array.from({ length: next(30) }, () => 'abcd'[next(4)]).join('\n')
      const [before, after] = [create(), create()]
      expect(rebuild(before, after)).toEqual([before, after])
    }
  })

  it('treats a part with too many changes as replaced as a whole', () => {
    const [before, after] = [`first\n${createLines('a')}`, `first\n${createLines('b')}`]
    expect(rebuild(before, after)).toEqual([before, after])
    expect(countChanges(diffLines(before, after))).toEqual({ added: 3_000, removed: 3_000 })
  })
})
