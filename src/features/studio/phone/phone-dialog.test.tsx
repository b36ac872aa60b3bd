// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PhoneDialog } from './phone-dialog.tsx'
import { phoneFileName } from './session.ts'
// Imports the lazily loaded modules before the tests. On a busy machine, compiling them during a
// test would exceed the test's time limit.
import '#ui/overlays/dialog-panel.tsx'
import '#ui/sharing/qr-code.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const code = '0'.repeat(12)
const createFile = (id: string, name: string) => ({
  id: id.repeat(20),
  url: `/api/files/${id.repeat(20)}/content`,
  name,
  mimeType: 'image/jpeg',
  sizeBytes: 1,
  widthPx: 64,
  heightPx: 64,
  hasAlpha: false,
  sha256: 'a'.repeat(64),
})

function open(address: string) {
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0) })
  const pictures = [
    createFile('c', phoneFileName(code, 1)),
    createFile('b', phoneFileName(code, 0)),
    // This photo of the same side is older, because the server lists the newest first.
    createFile('a', phoneFileName(code, 0)),
    createFile('d', 'another.jpg'),
  ]
  const asked = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ pictures })))
  vi.stubGlobal('fetch', asked)
  const onPictures = vi.fn<(pictures: ReadonlyMap<number, { id?: string | undefined }>) => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PhoneDialog
        sides={['Back', 'Left']}
        frontId={undefined}
        onPictures={onPictures}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  return { asked, onPictures }
}

it('PhoneDialog uses the latest picture of each side once, and ignores other pictures', async () => {
  const { onPictures } = open('https://studio.example.com/')
  expect(await screen.findByRole('img', { name: 'QR code for the phone' })).toBeTruthy()
  await vi.waitFor(() => expect(screen.getAllByText('is here', { exact: false })).toHaveLength(2))
  expect(onPictures).toHaveBeenCalledOnce()
  const [pictures] = onPictures.mock.calls[0]!
  expect([0, 1].map((side) => pictures.get(side)?.id?.[0])).toEqual(['b', 'c'])
})

it('PhoneDialog explains that phones cannot reach localhost, and requests nothing', async () => {
  const { asked } = open('http://127.0.0.1:5310/')
  expect(await screen.findByText(/works on this computer only/)).toBeTruthy()
  expect(asked).not.toHaveBeenCalled()
})
