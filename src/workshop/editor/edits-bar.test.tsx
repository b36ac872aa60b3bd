// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { EditsBar, type SaveVersion } from './edits-bar.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const model = { url: 'blob:edited', title: 'Mug', fileName: 'mug-edited.glb' }
const edits = ['Scaled to 80 mm high.', 'Hollowed: 60% less material.'].map((label) => ({
  url: 'blob:edited',
  label,
  sizeBytes: 4,
}))

describe('EditsBar', () => {
  it('saves the model with the names of all changes', async () => {
    const glb = new Blob(['glTF'])
    vi.stubGlobal('fetch', async (url: string) => url === model.url && { blob: async () => glb })
    const onSave = vi.fn<SaveVersion>(async () => true)
    render(<EditsBar model={model} edits={edits} onUndo={() => {}} onSave={onSave} />)
    expect(screen.getByText('2 unsaved changes')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save as version' }))
    await waitFor(() => expect(onSave).toHaveBeenCalledOnce())
    expect(onSave).toHaveBeenCalledWith(glb, 'Scaled to 80 mm high, Hollowed: 60% less material')
  })
})
