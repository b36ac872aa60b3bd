// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ModelVariant } from '#model-files/glb/variant-address.ts'
import type { UvAnswer } from '#model-files/uv/uv-facts.ts'
import type { EditorState } from '../state/editor-state.ts'
import { FakeWorker } from '../work/fake-worker.fixture.ts'
import { UvInspector } from './uv-inspector.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const facts = { triangles: 1, islands: 1, used: 1, overlap: 0, outside: 0, flipped: 0 }

/** Answers the newest question. Returns the function that closes the drawing. */
async function answer() {
  const close = vi.fn<() => void>()
  const result: UvAnswer = {
    groups: [{ ...facts, name: 'Skin', isTextured: true }],
    drawn: { drawing: { width: 1, height: 1, close }, texture: undefined },
    missing: 0,
  }
  await act(async () => FakeWorker.made.at(-1)!.answer({ type: 'done', result }))
  return close
}

it('does not draw a closed picture if a layout is chosen again before another is measured', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  const editor = { model: { url: '/model' }, onEdited: () => {} } as unknown as EditorState
  const show = (choice: ModelVariant) => <UvInspector editor={{ ...editor, choice }} />
  const { rerender } = render(show({ variant: 0 }))
  const closeFirst = await answer()
  expect(screen.getByRole('figure')).toBeTruthy()
  rerender(show({ variant: 1 }))
  rerender(show({ variant: 0 }))
  expect(closeFirst).toHaveBeenCalledOnce()
  expect(screen.queryByRole('figure')).toBeNull()
  expect(screen.getByLabelText('Drawing the UVs')).toBeTruthy()
  await answer()
  expect(screen.getByRole('figure')).toBeTruthy()
})
