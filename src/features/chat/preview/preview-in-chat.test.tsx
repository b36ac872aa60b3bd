// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import type { Turn } from '../messages/thread.ts'
import { PreviewInChat, type PreviewChat } from './preview-in-chat.tsx'
import type { Preview } from '../preview-kinds/preview-kinds.ts'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const createAnswer = (text: string): Turn => {
  const message: Message = {
    id: newId(),
    conversationId: newId(),
    role: 'assistant',
    text,
    createdAt: new Date().toISOString(),
  }
  return { message, siblings: [message.id] }
}
const pages = [1, 2, 3, 4].map((version) => `<title>Kiln</title><p>${version}</p>`)
const answers = pages.map((page) => createAnswer(`Here:\n\`\`\`html\n${page}\n\`\`\`\nDone.`))

type ChatProps = {
  count: number
  shown?: string
  on?: Partial<PreviewChat>
  onClose?: () => void
}

function Chat({ count, shown = pages[1] ?? '', on, onClose = () => {} }: ChatProps) {
  const [preview, setPreview] = useState<Preview>({ kind: 'html', code: shown })
  const turns = answers.slice(0, count)
  return (
    <QueryClientProvider client={new QueryClient()}>
      <input />
      <PreviewInChat
        preview={preview}
        opening={1}
        chat={{
          turns,
          messages: turns.map(({ message }) => message),
          isReadOnly: false,
          onKeep: () => {},
          onAsk: () => {},
          ...on,
        }}
        onChange={setPreview}
        onClose={onClose}
      />
    </QueryClientProvider>
  )
}

const openMenu = () => userEvent.click(screen.getByRole('button', { name: /^Version/ }))
const showCode = () => userEvent.click(screen.getByRole('radio', { name: 'Code' }))

describe('PreviewInChat', () => {
  it('shows the newest version when it arrives, unless the user has selected an earlier one', async () => {
    const { rerender } = render(<Chat count={2} />)
    expect(screen.getByRole('button', { name: 'Version 2 of 2' })).toBeTruthy()
    screen.getByRole('textbox').focus()
    rerender(<Chat count={3} />)
    expect(screen.getByRole('button', { name: 'Version 3 of 3' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitemradio', { name: /^Version 2/ }))
    rerender(<Chat count={4} />)
    expect(screen.getByRole('button', { name: 'Version 2 of 4' })).toBeTruthy()
  })

  it('offers no changes if the chat is read-only', async () => {
    render(<Chat count={2} shown={pages[0] ?? ''} on={{ isReadOnly: true }} />)
    expect(screen.queryByRole('button', { name: 'Ask to change' })).toBeNull()
    await openMenu()
    await screen.findByRole('menuitemradio', { name: /^Version 2/ })
    expect(screen.queryByRole('menuitem', { name: 'Go back to this version' })).toBeNull()
  })

  it('shows the lines that a version has changed', async () => {
    render(<Chat count={2} />)
    await userEvent.click(screen.getByRole('radio', { name: 'Changes' }))
    const changes = screen.getByRole('region', { name: 'Changes' })
    expect(changes.textContent).toContain('Removed: <title>Kiln</title><p>1</p>')
    expect(changes.textContent).toContain('Added: <title>Kiln</title><p>2</p>')
  })

  it('saves an edit as a version of the last answer, and leaves the text around the document unchanged', async () => {
    const onKeep = vi.fn<PreviewChat['onKeep']>()
    render(<Chat count={2} on={{ onKeep }} />)
    await showCode()
    await userEvent.type(screen.getByRole('textbox', { name: 'Source' }), '<i>mine</i>')
    await userEvent.click(screen.getByRole('button', { name: 'Save in the chat' }))
    expect(onKeep.mock.calls[0]?.[0].id).toBe(answers[1]?.message.id)
    expect(onKeep.mock.calls[0]?.[1]).toBe(
      'Here:\n```html\n<title>Kiln</title><p>2</p><i>mine</i>\n```\nDone.',
    )
  })

  it('keeps an unsaved edit while the panel is closed, and Escape leaves only the text', async () => {
    const onClose = vi.fn<() => void>()
    const first = render(<Chat count={2} onClose={onClose} />)
    await showCode()
    await userEvent.type(screen.getByRole('textbox', { name: 'Source' }), 'kept{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    first.unmount()
    render(<Chat count={2} />)
    expect(screen.getByText(/You have changed this document/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByText(/You have changed this document/)).toBeNull()
  })

  it('restores an earlier version by writing its code into the last answer', async () => {
    const onKeep = vi.fn<PreviewChat['onKeep']>()
    render(<Chat count={3} shown={pages[0] ?? ''} on={{ onKeep }} />)
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Go back to this version' }))
    expect(onKeep.mock.calls[0]?.[0].id).toBe(answers[2]?.message.id)
    expect(onKeep.mock.calls[0]?.[1]).toContain('<p>1</p>')
  })

  it('asks to change the selected part of the code', async () => {
    const onAsk = vi.fn<PreviewChat['onAsk']>()
    render(<Chat count={2} on={{ onAsk }} />)
    await userEvent.click(screen.getByRole('button', { name: 'Ask to change' }))
    expect(onAsk).toHaveBeenLastCalledWith('Change “Kiln”:')
    await showCode()
    const source = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Source' })
    source.setSelectionRange(19, 27)
    await userEvent.click(screen.getByRole('button', { name: 'Ask to change' }))
    expect(onAsk).toHaveBeenLastCalledWith('Change this part of “Kiln”:\n```html\n<p>2</p>\n```\n')
  })

  it('offers no edits in a chat that cannot be changed', async () => {
    render(<Chat count={2} on={{ isReadOnly: true }} />)
    await showCode()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Source' }).readOnly).toBe(true)
  })

  it.each([
    ['a table', { kind: 'csv', code: 'name,size\nBear,8' } as const, 'cell', 'Bear'],
    ['Markdown', { kind: 'markdown', code: '# Plan' } as const, 'heading', 'Plan'],
  ])('renders %s as a part of the page', async (_, preview, role, name) => {
    const turn = createAnswer('')
    render(
      <QueryClientProvider client={new QueryClient()}>
        <PreviewInChat
          preview={preview}
          opening={1}
          chat={{
            turns: [turn],
            messages: [],
            isReadOnly: true,
            onKeep: () => {},
            onAsk: () => {},
          }}
          onChange={() => {}}
          onClose={() => {}}
        />
      </QueryClientProvider>,
    )
    expect((await screen.findAllByRole(role, { name })).length).toBeGreaterThan(0)
  })
})
