// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Asset } from '#contract/assets.ts'
import type { Task } from '#contract/tasks.ts'
import { type OnCanvas, useUnsavedGuard } from './use-unsaved-guard.ts'

afterEach(cleanup)

const asset = (id: string) => ({ id }) as Asset
const place = (id: string, task?: Partial<Task>): OnCanvas => ({
  asset: asset(id),
  task: task as Task | undefined,
  madeBy: undefined,
})
const edits = { url: 'blob:edited', sizeBytes: 4, count: 1, step: 'Hollowed' }
const guard = (first: OnCanvas) =>
  renderHook((next: OnCanvas) => useUnsavedGuard(next), { initialProps: first })

function leave(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

describe('useUnsavedGuard', () => {
  it('shows another model at once if nothing is unsaved', () => {
    const { result, rerender } = guard(place('a'))
    rerender(place('b'))
    expect(result.current).toMatchObject({ isAsking: false, onCanvas: { asset: { id: 'b' } } })
    expect(leave()).toBe(false)
  })

  it('keeps the edited model until the caller releases the other model', () => {
    const { result, rerender } = guard(place('a'))
    act(() => result.current.onUnsaved(edits))
    rerender(place('b'))
    expect(result.current).toMatchObject({ isAsking: true, onCanvas: { asset: { id: 'a' } } })
    act(() => result.current.release())
    expect(result.current).toMatchObject({ isAsking: false, onCanvas: { asset: { id: 'b' } } })
  })

  it('asks again for the same model after a later edit', () => {
    const { result, rerender } = guard(place('a'))
    act(() => result.current.onUnsaved(edits))
    rerender(place('b'))
    act(() => result.current.release())
    act(() => result.current.onUnsaved(undefined))
    rerender(place('a'))
    act(() => result.current.onUnsaved(edits))
    rerender(place('b'))
    expect(result.current.isAsking).toBe(true)
  })

  it('keeps the edited model when the preview of a new task or an empty canvas would replace it', () => {
    const { result, rerender } = guard(place('a'))
    act(() => result.current.onUnsaved(edits))
    rerender(place('a', { id: 't', status: 'running' }))
    expect(result.current.isAsking).toBe(false)
    rerender(place('a', { id: 't', status: 'running', previewUrl: '/preview' }))
    expect(result.current).toMatchObject({ isAsking: true, onCanvas: { task: undefined } })
    rerender({ asset: undefined, task: undefined, madeBy: undefined })
    expect(result.current).toMatchObject({ isAsking: true, onCanvas: { asset: { id: 'a' } } })
  })

  it('makes the browser ask before the page is closed, until nothing is unsaved', () => {
    const { result } = guard(place('a'))
    act(() => result.current.onUnsaved(edits))
    expect(leave()).toBe(true)
    act(() => result.current.onUnsaved(undefined))
    expect(leave()).toBe(false)
  })
})
