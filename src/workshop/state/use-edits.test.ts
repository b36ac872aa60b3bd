// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { describeEdits, getFactor, useEdits } from './use-edits.ts'

let made = 0
beforeEach(() => {
  made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++made}`)
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
})
afterEach(() => vi.restoreAllMocks())

const original = { url: '/model', title: 'Mug', fileName: 'mug.glb' }

it('undoes the oldest of many edits together, under the names of all', () => {
  const { result } = renderHook(() => useEdits(original))
  for (let at = 1; at <= 14; at++) {
    act(() => result.current.add(new Blob(['glTF']), `Step ${at}.`, at === 2 ? 0.5 : undefined))
  }
  const { edits } = result.current
  expect(edits).toHaveLength(12)
  expect(edits[0]).toMatchObject({ url: 'blob:3', label: 'Step 1, Step 2, Step 3.' })
  expect(getFactor(edits)).toBe(0.5)
  expect(describeEdits(edits)).toMatch(/^Step 1, Step 2, Step 3, Step 4, .*Step 14$/)
  for (let at = 0; at < 11; at++) act(() => result.current.undo())
  expect(result.current.edited.url).toBe('blob:3')
  act(() => result.current.undo())
  expect(result.current.edited).toBe(original)
})
