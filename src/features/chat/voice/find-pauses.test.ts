import { describe, expect, it } from 'vitest'
import { createPauseFinder } from './find-pauses.ts'

function hear(levels: readonly number[], finder = createPauseFinder()) {
  let last = finder.add(0.001, 50)
  for (const level of levels) last = finder.add(level, 50)
  return last
}
const repeat = (level: number, count: number) => Array<number>(count).fill(level)

describe('createPauseFinder', () => {
  it('reports the silence after speech', () => {
    expect(hear([...repeat(0.1, 10), ...repeat(0.001, 8)])).toEqual({
      hasSpoken: true,
      silentMs: 400,
      isLoud: false,
    })
  })

  it('does not count a click as speech', () => {
    expect(hear([...repeat(0.001, 5), 0.3, 0.001])).toMatchObject({ hasSpoken: false })
  })

  it('does not count a steady noise as speech', () => {
    expect(hear(repeat(0.02, 400))).toMatchObject({ isLoud: false })
  })

  it('starts again after a reset', () => {
    const finder = createPauseFinder()
    hear(repeat(0.1, 10), finder)
    finder.reset()
    expect(finder.add(0.001, 50)).toMatchObject({ hasSpoken: false, silentMs: 50 })
  })
})
