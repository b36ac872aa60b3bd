// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { EditorState } from '../state/editor-state.ts'
import { FakeWorker } from '../work/fake-worker.fixture.ts'
import { useEditStep } from './use-edit-step.ts'

afterEach(() => vi.unstubAllGlobals())

it('applies two steps in sequence, the second to the result of the first', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  FakeWorker.made.length = 0
  const onEdited = vi.fn<EditorState['onEdited']>()
  const getEditor = (url: string) => ({ model: { url, title: '', fileName: '' }, onEdited })
  const { result, rerender } = renderHook(({ url }) => useEditStep(getEditor(url)), {
    initialProps: { url: 'blob:0' },
  })
  act(() => {
    result.current.apply({ kind: 'rename-variant', variant: 0, name: 'Blue' })
    result.current.apply({ kind: 'material', material: 0, change: { roughness: 1 } })
  })
  for (const [at, sentence] of ['Renamed.', 'Changed.'].entries()) {
    const worker = FakeWorker.made[at]!
    expect(worker.questions).toMatchObject([{ url: `blob:${at}` }])
    expect(FakeWorker.made).toHaveLength(at + 1)
    await act(async () => {
      worker.answer({ type: 'done', result: { glb: new Uint8Array(1), sentence } })
      rerender({ url: `blob:${at + 1}` })
    })
  }
  expect(onEdited.mock.calls.map(([, label]) => label)).toEqual(['Renamed.', 'Changed.'])
  expect(result.current.busy).toBeUndefined()
})
