// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ShareDialog } from './share-dialog.tsx'

const stubPointer = (isTouch: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isTouch && query === '(pointer: coarse)',
  }))

beforeEach(() => stubPointer(false))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const createDialog = (isLoaded: boolean, hasLink = isLoaded) => (
  <ShareDialog
    isOpen
    options="Ends"
    onClose={() => {}}
    title="Share"
    isLoaded={isLoaded}
    error={undefined}
    path={hasLink ? '/share/abc' : undefined}
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
    expect(screen.getByText(/^Only people on this device/)).toBeTruthy()
    const guide = screen.getByRole('link', { name: 'Ask the built-in guide' })
    expect(guide.getAttribute('href')).toMatch(/^\/chat\?model=bozzetto%2Fguide&text=Can\+others/)
    expect(screen.queryByRole('img', { name: 'QR code of the link' })).toBeNull()
  },
)

it('ShareDialog shows who can open a link, and its options, before the link exists', async () => {
  vi.stubGlobal('location', new URL('http://localhost:5310/'))
  render(createDialog(true, false))
  expect(await screen.findByText(/^Only people on this device/)).toBeTruthy()
  expect(screen.getByText('Ends')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Create link for this device' })).toHaveProperty(
    'disabled',
    false,
  )
})

it('ShareDialog focuses its first control once the link is loaded', async () => {
  vi.stubGlobal('location', new URL('https://studio.example.com/library'))
  const { rerender } = render(createDialog(false))
  const close = await screen.findByRole('button', { name: 'Close' })
  await vi.waitFor(() => expect(document.activeElement).toBe(close))
  rerender(createDialog(true))
  const link = await screen.findByRole('textbox', { name: 'Link' })
  await vi.waitFor(() => expect(document.activeElement).toBe(link))
})

it('ShareDialog has no code for phones on a phone', async () => {
  vi.stubGlobal('location', new URL('https://studio.example.com/library'))
  stubPointer(true)
  render(createDialog(true))
  expect(await screen.findByRole('textbox', { name: 'Link' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Phone' })).toBeNull()
})
