import { describe, expect, it, vi } from 'vitest'
import { createProgressWriter, type Move } from './progress-writer.ts'

function recorded({ startProgress = 0, isHeld = false } = {}) {
  const written: Move[] = []
  const held: (() => void)[] = []
  const writer = createProgressWriter((move) => {
    written.push(move)
    return isHeld ? new Promise((resolve) => held.push(resolve)) : Promise.resolve()
  }, startProgress)
  return { written, held, writer }
}

describe('createProgressWriter', () => {
  it('writes every new stage immediately, and progress within a stage at most every 250 ms', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { written, writer } = recorded()
    writer.report({ stage: 'mask', progress: 0.1 })
    await vi.waitFor(() => expect(written).toHaveLength(1))
    writer.report({ progress: 0.2 })
    writer.report({ progress: 0.3 })
    expect(written).toHaveLength(1)
    vi.advanceTimersByTime(250)
    writer.report({ progress: 0.4 })
    await vi.waitFor(() => expect(written).toHaveLength(2))
    writer.report({ stage: 'mesh', progress: 0.5 })
    await writer.close()
    expect(written).toEqual([
      { stage: 'mask', progress: 0.1 },
      { stage: 'mask', progress: 0.4 },
      { stage: 'mesh', progress: 0.5 },
    ])
    vi.useRealTimers()
  })

  it('never reports less progress than before, also after an earlier attempt', async () => {
    const { written, writer } = recorded({ startProgress: 0.6 })
    for (const [at, progress] of [0.1, 0.7, 0.2, Number.NaN, 5].entries()) {
      writer.report({ stage: `stage ${at}`, progress })
      await Promise.resolve()
      await Promise.resolve()
    }
    await writer.close()
    expect(written.map(({ progress }) => progress)).toEqual([0.6, 0.7, 0.7, 0.7, 1])
  })

  it('writes one change at a time, and only the newest of several pending changes', async () => {
    const { written, held, writer } = recorded({ isHeld: true })
    for (const stage of ['a', 'b', 'c', 'd']) writer.report({ stage })
    expect(written).toEqual([{ stage: 'a' }])
    held[0]?.()
    await vi.waitFor(() => expect(written).toEqual([{ stage: 'a' }, { stage: 'd' }]))
    held[1]?.()
  })

  it('writes nothing after it was closed', async () => {
    const { written, writer } = recorded()
    await writer.close()
    writer.report({ stage: 'late' })
    expect(written).toEqual([])
  })
})
