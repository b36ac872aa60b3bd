// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import type { EditorState } from '../state/editor-state.ts'
import { RotateButtons } from './rotate-buttons.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('makes one edit of a double click', async () => {
  const glb = await makeGlb({ cells: 1 })
  vi.stubGlobal('fetch', async () => new Response(glb))
  const onEdited = vi.fn<EditorState['onEdited']>()
  const editor = { model: { url: '/model' }, edits: [], onEdited } as unknown as EditorState
  render(<RotateButtons editor={editor} />)
  const button = screen.getByRole('button', { name: 'Rotate 90° around X' })
  fireEvent.click(button)
  fireEvent.click(button)
  fireEvent.click(screen.getByRole('button', { name: 'Rotate 90° around Y' }))
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  expect(onEdited).toHaveBeenCalledOnce()
})
