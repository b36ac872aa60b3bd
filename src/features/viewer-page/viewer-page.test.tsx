// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draco } from '#model-files/glb/packed-glbs.fixture.ts'
import { toastStore } from '#ui/feedback/toasts.ts'
import type { UnsavedEdits } from '#workshop/state/use-edits.ts'
import { ViewerPage } from './viewer-page.tsx'

vi.mock('#workshop/editor/editor.tsx', () => ({
  ModelEditor: ({ onUnsaved }: { onUnsaved: (unsaved: UnsavedEdits) => void }) => (
    <button
      type="button"
      onClick={() => onUnsaved({ url: '', sizeBytes: 9, count: 1, step: 'Simplify' })}
    >
      Edit
    </button>
  ),
}))

beforeEach(() => {
  toastStore.setState({ toasts: [] })
  let count = 0
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: () => `blob:${++count}`,
      revokeObjectURL: () => {},
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const bear = () => new File([Uint8Array.from(draco)], 'bear.glb')

function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for files.')
  fireEvent.change(input, { target: { files } })
}

it('ViewerPage keeps the open model if the next file cannot be opened', async () => {
  render(<ViewerPage />)
  choose(bear())
  await screen.findByRole('heading', { name: 'bear' })
  choose(new File(['<!doctype html>'], 'broken.glb'))
  await waitFor(() =>
    expect(toastStore.getState().toasts[0]?.title).toBe('Could not open “broken.glb”'),
  )
  expect(screen.getByRole('heading', { name: 'bear' })).toBeTruthy()
})

it('ViewerPage shows the first of several model files and lists those that it does not show', async () => {
  render(<ViewerPage />)
  choose(bear(), new File(['x'], 'wolf.stl'), new File(['x'], 'notes.txt'))
  await screen.findByRole('heading', { name: 'bear' })
  expect(
    await screen.findByText('Only the first model is open. Not opened: wolf.stl.'),
  ).toBeTruthy()
})

it('ViewerPage opens a USD again with the variant that the person chooses', async () => {
  const asked: unknown[] = []
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(question: { variants?: Record<string, string> }) {
        asked.push(question.variants)
        const chosen = question.variants?.['color'] ?? 'red'
        const set = { key: 'color', name: 'color', options: ['red', 'blue'], chosen, objects: [] }
        const result = {
          glb: Uint8Array.from(draco),
          report: { losses: [], missing: [], variants: [set] },
        }
        this.dispatchEvent(new MessageEvent('message', { data: { type: 'done', result } }))
      }
      terminate() {}
    },
  )
  render(<ViewerPage />)
  choose(new File(['#usda 1.0'], 'car.usda'))
  const picker = await screen.findByLabelText(/Variant of color/)
  expect(picker.textContent).toContain('red')
  const user = userEvent.setup()
  await user.click(picker)
  await user.click(await screen.findByRole('option', { name: 'blue' }))
  await waitFor(() => expect(asked).toEqual([undefined, { color: 'blue' }]))
})

it('ViewerPage aborts opening a file that takes too long', async () => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {}
      terminate() {}
    },
  )
  render(<ViewerPage />)
  choose(new File(['solid'], 'endless.stl'))
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Drop a file here, or choose one')).toBeTruthy()
})

it('ViewerPage asks before it is closed as soon as the model has been edited', async () => {
  render(<ViewerPage />)
  choose(bear())
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const closing = new Event('beforeunload', { cancelable: true })
  dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
})
