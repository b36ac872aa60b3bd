// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FakeWorker } from './fake-worker.fixture.ts'
import { useWork } from './use-work.ts'

describe('useWork', () => {
  it('drops the answer if another model is shown before it arrives', async () => {
    const { result, rerender } = renderHook(({ url }) => useWork<'step', string>(url), {
      initialProps: { url: 'blob:2' },
    })
    const worker = new FakeWorker()
    const onDone = vi.fn<(answer: string) => void>()
    act(() => void result.current.run('step', { worker, question: {}, onDone }))
    expect(result.current.busy?.key).toBe('step')
    rerender({ url: 'blob:1' })
    await act(async () => worker.answer({ type: 'done', result: 'old' }))
    expect(onDone).not.toHaveBeenCalled()
    expect(result.current).toMatchObject({ busy: undefined, failure: undefined })
  })
})
