// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SharedChat } from '#contract/chat/chat-shares.ts'
import { SharedChatPage } from './shared-chat-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const token = 'a'.repeat(22)
const picture = {
  kind: 'picture' as const,
  id: 'f'.repeat(20),
  name: 'vase.png',
  mimeType: 'image/png' as const,
  sizeBytes: 9,
  widthPx: 3,
  heightPx: 3,
  url: `/api/shared-chats/${token}/pictures/${'f'.repeat(20)}`,
}

const show = (chat: SharedChat) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(chat)))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SharedChatPage token={token} />
    </QueryClientProvider>,
  )
}

it('SharedChatPage links the citation numbers of an answer to the cited pages, with their names', async () => {
  show({
    title: 'A kiln',
    createdAt: new Date(0).toISOString(),
    canContinue: false,
    messages: [
      {
        id: 'a1',
        role: 'assistant',
        text: 'It is hot [3], and of clay [1].',
        sources: [{ number: 3, title: 'Kilns', url: 'https://a.example/kilns' }],
      },
    ],
  })
  const list = await screen.findByRole('region', { name: 'Sources' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['[3]Kilns a.example'])
  const link = await screen.findByRole('link', { name: 'Source 3: Kilns' })
  expect(link.getAttribute('href')).toBe('https://a.example/kilns')
  expect(screen.getByRole('article').textContent).toContain('It is hot [3], and of clay [1].')
})

it('SharedChatPage shows pictures that a model created, and names files that the link does not include', async () => {
  const chat: SharedChat = {
    title: 'A vase',
    createdAt: new Date(0).toISOString(),
    canContinue: false,
    messages: [
      { id: 'q1', role: 'user', text: 'Draw a vase.', hiddenFiles: 2 },
      {
        id: 'a1',
        role: 'assistant',
        text: 'Here:',
        modelId: 'router/maker/painter',
        attachments: [picture],
      },
      { id: 'a2', role: 'assistant', text: '', hiddenFiles: 1, hiddenApps: 1 },
    ],
  }
  show(chat)
  const [first, second] = await screen.findAllByRole('article', { name: 'Answer' })
  const shown = within(first!).getByRole('img', { name: 'vase.png' })
  expect(shown.getAttribute('src')).toBe(picture.url)
  expect(within(first!).getByRole('heading').textContent).toBe('maker/painter')
  expect(within(second!).getByText('1 file is not shared')).toBeTruthy()
  expect(within(second!).getByText('1 app is not shared')).toBeTruthy()
  expect(screen.getByText('2 files are not shared')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Continue this chat' })).toBeNull()
})

it('SharedChatPage shows the models of an answer, and loads them only through the share link', async () => {
  show({
    title: 'A vase',
    createdAt: new Date(0).toISOString(),
    canContinue: false,
    messages: [
      {
        id: 'a1',
        role: 'assistant',
        text: 'Here is the vase.',
        models: [
          {
            id: 'm1',
            name: 'Vase',
            mimeType: 'model/gltf-binary',
            url: '/api/shared-chats/t/models/m1',
            thumbnailUrl: '/api/shared-chats/t/models/m1/thumbnail',
          },
        ],
      },
    ],
  })
  const card = within(await screen.findByRole('article', { name: '3D model Vase' }))
  expect(card.getByRole('img', { name: 'Vase' }).getAttribute('src')).toBe(
    '/api/shared-chats/t/models/m1/thumbnail',
  )
  expect(card.getByRole('button', { name: 'Turn' })).toBeTruthy()
  expect(card.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
    '/api/shared-chats/t/models/m1',
  )
  expect(card.queryByRole('button', { name: 'Open in studio' })).toBeNull()
})
