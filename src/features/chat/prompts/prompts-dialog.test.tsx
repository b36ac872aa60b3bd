// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { PromptsDialog } from './prompts-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('PromptsDialog explains what is wrong with a prompt', async () => {
  const full = 'There are already 2000. Delete some first.'
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET'
      ? Response.json({ prompts: [] })
      : Response.json({ code: 'conflict', message: full }, { status: 409 }),
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PromptsDialog isOpen onClose={() => {}} onUse={() => {}} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'New prompt' }))
  const title = screen.getByRole('textbox', { name: 'Title' })
  fireEvent.change(title, { target: { value: 'x'.repeat(1_000) } })
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  expect(await screen.findByText(/^At most \d+ characters/)).toBeDefined()
  expect(screen.getByText('This field is required.')).toBeDefined()
  fireEvent.change(title, { target: { value: 'Letter' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'Dear' } })
  await userEvent.click(save)
  expect(await screen.findByText(full)).toBeDefined()
})
