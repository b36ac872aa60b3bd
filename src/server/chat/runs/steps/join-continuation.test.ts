import { describe, expect, it } from 'vitest'
import { createJoiner } from './join-continuation.ts'

function join(old: string, ...pieces: string[]): string {
  const joiner = createJoiner(old)
  return old + pieces.map((piece) => joiner.push(piece)).join('') + joiner.finish()
}

const old = 'The sky is blue because air scatters short waves more than'

describe('createJoiner', () => {
  it.each([
    ['goes on', [' long', ' ones.']],
    ['repeats its last words', ['scatters short ', 'waves more than', ' long ones.']],
    ['repeats all', [`${old} long ones.`]],
  ])('joins the continuation to the answer when the model %s', (_case, pieces) => {
    expect(join(old, ...pieces)).toBe(`${old} long ones.`)
  })

  it('keeps short repetitions, which may be intended', () => {
    expect(join('ha ha', ' ha ha')).toBe('ha ha ha ha')
  })

  it('returns a continuation at once if its beginning is no repetition', () => {
    const joiner = createJoiner(old)
    expect(joiner.push(' long ones, and')).toBe(' long ones, and')
    expect(joiner.push(' so on')).toBe(' so on')
  })

  it('returns all text unchanged if the answer was empty before', () => {
    expect(join('', 'All', ' of it')).toBe('All of it')
  })
})
