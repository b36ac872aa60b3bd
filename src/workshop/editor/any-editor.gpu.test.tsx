import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AnyModelEditor } from './any-editor.tsx'
import { sizeStage } from '#viewer/page-style.fixture.ts'
import { getDrawnViewer } from '#viewer/drawn-viewer.fixture.ts'

sizeStage()
afterEach(cleanup)

const getUrl = (text: string) => URL.createObjectURL(new Blob([text]))

describe('AnyModelEditor', () => {
  it('shows a model of another format and downloads the original file', async () => {
    const url = getUrl('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')
    render(
      <main>
        <AnyModelEditor model={{ url, title: 'Sail', fileName: 'sail.obj' }} active />
      </main>,
    )
    await vi.waitFor(() => {
      expect(getDrawnViewer()?.dataset['triangles']).toBe('1')
    })
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Download OBJ' }).href).toBe(url)
  })

  it('reports a model that cannot be shown, and can still download it', async () => {
    const url = getUrl('nothing of the kind')
    render(<AnyModelEditor model={{ url, title: 'Film', fileName: 'film.mp4' }} active />)
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'MP4 could not be shown')
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Download MP4' }).href).toBe(url)
  })
})
