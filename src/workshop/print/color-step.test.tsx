// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createPartsStore } from '../state/parts-store.ts'
import type { EditorState } from '../state/editor-state.ts'
import { FakeWorker } from '../work/fake-worker.fixture.ts'
import { ColorStep } from './color-step.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('stops a preview when its options change', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  const editor = {
    model: { url: '/model' },
    choice: { variant: 1 },
    parts: createPartsStore(),
    print: { scale: 1 },
    putOnStage: () => () => {},
  } as unknown as EditorState
  render(<ColorStep editor={editor} go={(label) => <button type="button">{label}</button>} />)
  fireEvent.click(screen.getByRole('button', { name: 'Preview', hidden: true }))
  const worker = FakeWorker.made.at(-1)!
  expect(worker.questions).toMatchObject([{ url: expect.stringMatching(/#variant=1$/) }])
  const patches = screen.getByLabelText('Remove patches below')
  fireEvent.change(patches, { target: { value: '5' } })
  fireEvent.blur(patches)
  const result = {
    filaments: [{ color: '#ff0000', ratio: 1 }],
    corners: new Float32Array(9),
    labels: new Uint8Array(1),
  }
  await act(async () => worker.answer({ type: 'done', result }))
  expect(screen.queryByText('Use these colours')).toBeNull()
  expect(worker.isTerminated).toBe(true)
})
