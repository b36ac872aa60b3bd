// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ShareDialog } from './share-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const createDialog = (isLoaded: boolean) => (
  <ShareDialog
    isOpen
    onClose={() => {}}
    title="Share"
    isLoaded={isLoaded}
    error={undefined}
    path={isLoaded ? '/share/abc' : undefined}
    onCreate={() => {}}
    isCreating={false}
    onRevoke={() => {}}
    isRevoking={false}
  />
)

async function openOnPhone(address: string) {
  vi.stubGlobal('location', new URL(address))
  render(createDialog(true))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  const { value } = field
  await userEvent.click(screen.getByRole('tab', { name: 'Phone' }))
  return value
}

it('ShareDialog shows the link as a QR code', async () => {
  const link = await openOnPhone('https://studio.example.com/library')
  expect(link).toBe('https://studio.example.com/share/abc')
  expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeTruthy()
})

it.each(['http://127.0.0.1:5310/', 'http://localhost:5310/'])(
  'ShareDialog explains that phones cannot reach %s',
  async (address) => {
    await openOnPhone(address)
    expect(screen.getByText(/works on this computer only/)).toBeTruthy()
    expect(screen.getByText(/HOST=0\.0\.0\.0 and a password/)).toBeTruthy()
    expect(screen.queryByRole('img', { name: 'QR code of the link' })).toBeNull()
  },
)

it('ShareDialog focuses its first control once the link is loaded', async () => {
  const { rerender } = render(createDialog(false))
  const close = await screen.findByRole('button', { name: 'Close' })
  await vi.waitFor(() => expect(document.activeElement).toBe(close))
  rerender(createDialog(true))
  const link = await screen.findByRole('textbox', { name: 'Link' })
  await vi.waitFor(() => expect(document.activeElement).toBe(link))
})
