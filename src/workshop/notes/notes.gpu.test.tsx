import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ModelEditor } from '../editor/editor.tsx'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { stylePage } from '#viewer/page-style.fixture.ts'
import { waitUntilDrawn } from '#viewer/drawn-viewer.fixture.ts'

stylePage(
  '[data-state],[role=application],ol{position:absolute;inset:0}li{position:absolute;top:0;left:0}',
)
afterEach(cleanup)

it('NotesPanel keeps a note at its position on the model while the view turns, even when the panel is closed', async () => {
  const url = URL.createObjectURL(new Blob([await makeGlb({ cells: 2 })]))
  render(
    <div style={{ position: 'relative', width: 600, height: 400 }}>
      <ModelEditor model={{ url, title: 'Square', fileName: 'square.glb' }} active />
    </div>,
  )
  await waitUntilDrawn()
  fireEvent.click(screen.getByRole('button', { name: 'Notes' }))
  await screen.findByText(/Click the model/)
  const press = { isPrimary: true, button: 0, pointerId: 1, bubbles: true }
  await vi.waitFor(() => {
    // Finds the canvas again, because the viewer may have replaced the canvas.
    const canvas = document.querySelector('canvas')!
    const { left, top } = canvas.getBoundingClientRect()
    const place = { clientX: left + 330, clientY: top + 180 }
    canvas.dispatchEvent(new PointerEvent('pointerdown', { ...press, ...place }))
    canvas.dispatchEvent(new PointerEvent('pointerup', { ...press, ...place }))
    expect(screen.queryByRole('textbox', { name: 'Note 1' })).not.toBeNull()
  })
  fireEvent.change(screen.getByRole('textbox', { name: 'Note 1' }), {
    target: { value: 'A scratch' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  const list = await screen.findByRole('list', { name: 'Notes on the model' })
  const note = () => list.querySelector('li')!
  expect(note().textContent).toBe('1A scratch')
  const at = () => new DOMMatrix(note().style.transform)
  await vi.waitFor(() => {
    expect(Math.abs(at().e - 330)).toBeLessThan(2)
    expect(Math.abs(at().f - 180)).toBeLessThan(2)
  })
  // Seen from the top, the upright square is a line slightly below the centre.
  screen.getByRole('application').focus()
  fireEvent.keyDown(screen.getByRole('application'), { key: '7' })
  await vi.waitFor(() => expect(Math.abs(at().f - 180)).toBeGreaterThan(3))
})
