import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { append, type Groups } from '../parse/block.ts'
import { createDeferredHighlighter, type Highlighted } from './use-highlight.ts'

const code = (...lines: string[]): Groups<string> => append([], lines)

function colours() {
  const coloured: Highlighted[] = []
  const asked: string[] = []
  const live = { text: '' }
  const late = createDeferredHighlighter(
    (highlighted) => coloured.push(highlighted),
    () => live.text,
    (lines) => {
      asked.push(lines.join('\n'))
      return Promise.resolve(lines.map((text) => [{ role: 'name', text }]))
    },
  )
  return { ...late, coloured, asked, live }
}

describe('createDeferredHighlighter', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('highlights growing code after each pause', async () => {
    const { show, asked, coloured } = colours()
    for (let word = 0; word < 20; word++) {
      show('ts', code('const', `a${word}`), true)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(asked).toEqual(['const\na19'])
    expect(coloured.at(-1)?.lines).toEqual(['const', 'a19'])
    show('ts', code('let'), true)
    await vi.advanceTimersByTimeAsync(300)
    expect(asked).toEqual(['const\na19', 'let'])
  })

  it('waits while the last line grows', async () => {
    const { show, asked, live } = colours()
    show('ts', code('const', 'a'), true)
    for (let word = 0; word < 20; word++) {
      live.text += ' word'
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toEqual(['const\na'])
  })

  it('keeps one timer while text arrives', async () => {
    const { show } = colours()
    const set = vi.fn<typeof setTimeout>(globalThis.setTimeout)
    // Do not use a spy, because `restoreAllMocks` in another file would reinstall the fake timer.
    const fake = globalThis.setTimeout
    globalThis.setTimeout = set as unknown as typeof setTimeout
    try {
      for (let word = 0; word < 50; word++) {
        show('ts', code(`a${word}`), true)
        await vi.advanceTimersByTimeAsync(10)
      }
    } finally {
      globalThis.setTimeout = fake
    }
    expect(set.mock.calls.length).toBeGreaterThan(0)
    expect(set.mock.calls.length).toBeLessThan(5)
  })

  it('highlights at once when the code block ends, even without new lines', async () => {
    const { show, asked } = colours()
    const lines = code('let a')
    show('ts', lines, true)
    show('ts', lines, false)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toEqual(['let a'])
  })

  it('discards tokens of an outdated text', async () => {
    const { show, coloured } = colours()
    show('ts', code('let a'), false)
    vi.advanceTimersByTime(1)
    show('ts', code('let b'), false)
    await vi.advanceTimersByTimeAsync(1)
    expect(coloured.map(({ lines }) => lines)).toEqual([['let b']])
  })

  it('does nothing for an unknown language or after it was stopped', async () => {
    const { show, stop, asked } = colours()
    show('klingon', code('a'), false)
    await vi.advanceTimersByTimeAsync(1_000)
    show('ts', code('a'), true)
    stop()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual([])
  })
})
