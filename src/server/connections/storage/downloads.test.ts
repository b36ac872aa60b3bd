import { describe, expect, it, vi } from 'vitest'
import type { DownloadProgress, ModelStorage } from '../../ports/model-storage.ts'
import { createModelDownloads } from './downloads.ts'

describe('createModelDownloads', () => {
  it('notifies at most a few times a second, and always about the last change', async () => {
    vi.useFakeTimers()
    try {
      const told: (number | undefined)[] = []
      const downloads = createModelDownloads({
        onChange: () => told.push(downloads.list()[0]?.doneBytes),
        onDone: () => {},
      })
      let progress: ((now: DownloadProgress) => void) | undefined
      const storage = {
        download: (_model: string, _signal: AbortSignal, tell: (now: DownloadProgress) => void) => {
          progress = tell
          return new Promise<void>(() => {})
        },
      } as unknown as ModelStorage
      downloads.start(storage, { connectionId: 'c', model: 'm' })
      for (const doneBytes of [1, 2, 3]) progress?.({ step: 'pulling', doneBytes })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(told).toEqual([undefined, 3])
      downloads.close()
    } finally {
      vi.useRealTimers()
    }
  })
})
