// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ImportChatsDialog } from './import-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('imports every chosen file, and names the one that failed', async () => {
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
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportChatsDialog isOpen onClose={() => {}} />
    </QueryClientProvider>,
  )
  const files = ['one.json', 'notes.json', 'two.json'].map((name) => new File(['{}'], name))
  await userEvent.upload(await screen.findByLabelText('Export files'), files, {
    applyAccept: false,
  })
  await screen.findByText(
    'Imported 2 chats with 6 messages; 4 already here. Added files or instructions to 1 folder.',
  )
  expect(screen.getByText('notes.json: This is no export.')).toBeTruthy()
  expect(screen.getByText(/permissions and limits of 1 chat were not imported/)).toBeTruthy()
  expect(screen.getByText(/2 sets of instructions came with the file/)).toBeTruthy()
})
