import { describe, expect, it } from 'vitest'
import { measureCpuMs } from '../../../testing/cpu-time.fixture.ts'
import { GrowingText } from './growing-text.ts'

const getText = (...pieces: string[]) => {
  const text = new GrowingText()
  for (const piece of pieces) text.append(piece)
  return text
}

describe('GrowingText', () => {
  it('returns the rest of the text from every position', () => {
    const whole = 'One, two, 🧊 three.'
    const text = getText('One', ', ', 'two, ', '🧊 ', 'three', '.')
    for (let position = 0; position <= whole.length + 2; position++) {
      expect(text.after(position)).toBe(whole.slice(position))
    }
    expect(text.length).toBe(whole.length)
    expect(text.sizeBytes).toBe(Buffer.byteLength(whole))
  })

  it('waits for the second half of a surrogate pair', () => {
    const text = getText('a\uD83E')
    expect(text.toString()).toBe('a')
    text.append('\uDDCAb')
    expect(text.toString()).toBe('a🧊b')
  })

  it('replaces characters that cannot be stored, without shifting later characters', () => {
    const text = getText('a\u0000b', '\uDDCAc', 'd\uD83E')
    text.finish()
    expect(text.toString()).toBe('a\uFFFDb\uFFFDcd\uFFFD')
  })

  it('returns the newest piece in constant time', async () => {
    const text = new GrowingText()
    for (let count = 0; count < 200_000; count++) text.append('word ')
    const cpuMs = await measureCpuMs(() => {
      for (let count = 0; count < 20_000; count++) {
        text.append('word ')
        text.after(text.length - 5)
      }
    })
    // The limit is generous. Joining the whole text each time would copy 20 GB.
    expect(cpuMs).toBeLessThan(5_000)
  })
})
