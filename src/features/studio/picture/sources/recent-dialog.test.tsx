// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toastStore } from '#ui/feedback/toasts.ts'
import { studioStore } from '../../state/store.ts'
import { RecentDialog } from './recent-dialog.tsx'

const picture = (letter: string, name: string) => ({
  id: letter.repeat(20),
  name,
  mimeType: 'image/png',
  sizeBytes: 10,
  widthPx: 64,
  heightPx: 48,
  hasAlpha: false,
  sha256: letter.repeat(64),
  url: `/api/files/${letter.repeat(20)}/content`,
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  toastStore.setState(toastStore.getInitialState())
})

async function open(refusal?: string) {
  let pictures = [picture('a', 'vase.png'), picture('b', 'bear.png')]
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit) => {
    if (method !== 'DELETE') return Promise.resolve(Response.json({ pictures }))
    if (refusal !== undefined) {
      const body = { code: 'conflict', message: refusal }
      return Promise.resolve(Response.json(body, { status: 409 }))
    }
    pictures = pictures.filter(({ id }) => !url.endsWith(id))
    return Promise.resolve(new Response(null, { status: 204 }))
  })
  const onPicture = vi.fn<() => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RecentDialog onPicture={onPicture} onClose={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'vase.png' })
  return { onPicture }
}

describe('RecentDialog', () => {
  it('deletes a picture by keyboard after confirmation and removes it from the form', async () => {
    const user = userEvent.setup()
    studioStore
      .getState()
      .settingsTaken(
        'm',
        { views: [{ file_token: 'a'.repeat(20) }], detail: 1 },
        { id: 'a'.repeat(20), url: '', name: 'vase.png' },
      )
    const { onPicture } = await open()
    screen.getByRole('button', { name: 'vase.png' }).focus()
    await user.tab()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete vase.png')
    await user.keyboard('{Enter}')
    const confirm = await screen.findByRole('button', { name: 'Delete' })
    expect(screen.getByText(/cannot be undone/)).toBeTruthy()
    confirm.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'vase.png' })).toBeNull())
    expect(screen.getByRole('button', { name: 'bear.png' })).toBeTruthy()
    expect(onPicture).not.toHaveBeenCalled()
    expect(studioStore.getState()).toMatchObject({
      picture: undefined,
      drafts: { m: { detail: 1 } },
    })
    expect(studioStore.getState().drafts['m']).not.toHaveProperty('views')
  })

  it('explains why a picture cannot be deleted and keeps it', async () => {
    const user = userEvent.setup()
    await open('A task that is not over yet needs this picture.')
    await user.click(screen.getByRole('button', { name: 'Delete vase.png' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(toastStore.getState().toasts).toMatchObject([
        { kind: 'error', detail: 'A task that is not over yet needs this picture.' },
      ]),
    )
    expect(screen.getAllByRole('button', { name: 'vase.png', hidden: true })).toHaveLength(1)
  })
})
