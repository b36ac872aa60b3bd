// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ImportChatsDialog } from './import-dialog.tsx'

// Preload lazy modules, because loading a module during a test could exceed the test's timeout.
beforeAll(() => import('#ui/overlays/dialog-panel.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const renderDialog = (onOpenChat?: (id: string) => void) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportChatsDialog isOpen onClose={() => {}} onOpenChat={onOpenChat} />
    </QueryClientProvider>,
  )
const choose = async (names: readonly string[]) =>
  userEvent.upload(
    await screen.findByLabelText('Export files'),
    names.map((name) => new File(['{}'], name)),
    { applyAccept: false },
  )

it('ImportDialog imports every selected file, and names the file that failed', async () => {
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: File }) => {
    if (body.name === 'notes.json') {
      return Response.json({ code: 'bad_request', message: 'This is no export.' }, { status: 400 })
    }
    return Response.json({
      source: 'librechat',
      conversations: 1,
      messages: 3,
      known: 2,
      problems: [],
      ...(body.name === 'two.json' && { folders: 1, withoutPermissions: 1 }),
      prompts: 1,
    })
  })
  renderDialog()
  await choose(['one.json', 'notes.json', 'two.json'])
  await screen.findByText(
    'Imported 2 chats with 6 messages; 4 already here. Added files or instructions to 1 folder.',
  )
  expect(screen.getByText('notes.json')).toBeTruthy()
  expect(screen.getByText('This is no export.')).toBeTruthy()
  expect(screen.getByText(/permissions and limits of 1 chat were not imported/)).toBeTruthy()
  expect(screen.getByText(/2 sets of instructions came with the file/)).toBeTruthy()
})

const nothing = { source: 'chatgpt', conversations: 0, messages: 0, known: 0, problems: [] }

it('ImportDialog lists the parts of each chat that were not imported until the user removes the list', async () => {
  const conversationId = 'c'.repeat(20)
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({
        ...nothing,
        conversations: 1,
        messages: 2,
        problems: [
          { title: 'Clay', message: 'Not imported: voice.wav', conversationId },
          { title: 'Clay', message: 'Not imported: Its tags: pots.', conversationId },
          { title: 'Glaze', message: 'It has an unknown format (mapping).' },
        ],
        moreProblems: 7,
      }),
    ),
  )
  const opened = vi.fn<(id: string) => void>()
  const { unmount } = renderDialog(opened)
  await choose(['export.zip'])
  await screen.findByText('Imported 1 chat with 2 messages.')
  unmount()
  vi.unstubAllGlobals()
  renderDialog(opened)
  await screen.findByText(/^Last import:/)
  const parts = await screen.findByRole('list', { name: 'Parts that were not imported' })
  expect(
    within(parts)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'ClayNot imported: voice.wavNot imported: Its tags: pots.',
    'GlazeIt has an unknown format (mapping).',
    'And 7 further problems.',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Clay' }))
  expect(opened).toHaveBeenCalledExactlyOnceWith(conversationId)
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.queryByText(/^Last import:/)).toBeNull()
})

it('ImportDialog does not say “no new chats” if all chats were left out because of errors', async () => {
  const problems = [{ title: 'Clay', message: 'Not imported, because it has no messages.' }]
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...nothing, problems })))
  renderDialog()
  await choose(['export.zip'])
  await screen.findByText('No chat was imported.')
  expect(screen.queryByText(/No new chats/)).toBeNull()
})
