// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PictureFile } from '#contract/files.ts'
import { studioStore } from '../state/store.ts'
import { CapturePage } from './capture-page.tsx'

const sending: ((picture: PictureFile) => void)[] = []
vi.mock('../picture/send-photo.ts', () => ({
  sendPhoto: () => new Promise<PictureFile>((resolve) => sending.push(resolve)),
}))
vi.mock('./read-files.ts', () => ({
  readFiles: (files: File[]) => Promise.resolve({ files, sentences: [] }),
}))
afterEach(cleanup)

const toStored = (id: string): PictureFile => ({
  id: id.repeat(20),
  name: `${id}.png`,
  mimeType: 'image/png',
  sizeBytes: 1,
  widthPx: 1,
  heightPx: 1,
  hasAlpha: false,
  sha256: id.repeat(64),
  url: `/api/files/${id}/content`,
})

it('CapturePage hands all photos to the studio, also those that are still being sent', async () => {
  render(<CapturePage session={{}} />)
  const input = await screen.findByLabelText('Photos')
  fireEvent.change(input, {
    target: { files: [new File(['a'], 'a.png'), new File(['b'], 'b.png')] },
  })
  await waitFor(() => expect(sending).toHaveLength(2))
  await act(async () => sending[0]?.(toStored('a')))
  fireEvent.click(screen.getByRole('button', { name: /done|studio/i }))
  expect(await screen.findByText('1 photos are still being sent')).toBeTruthy()
  await act(async () => sending[1]?.(toStored('b')))
  await waitFor(() =>
    expect(studioStore.getState().drafts['local/scan']?.['files']).toHaveLength(2),
  )
})
