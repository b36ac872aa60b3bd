// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Attachment } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { libraryAsset } from '#queries/library-asset.fixture.ts'
import { pastedLengthMax } from './take-paste.ts'
import { Composer } from './composer.tsx'
import type { ComposerHandle, MessageDraft } from './use-composer-handle.ts'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query !== '(pointer: coarse)' }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function setUp(props: Partial<Parameters<typeof Composer>[0]> = {}) {
  const onSend = vi.fn<(draft: MessageDraft) => void>()
  const onStop = vi.fn<() => void>()
  const onEditLast = vi.fn<() => void>()
  const onModel = vi.fn<() => void>()
  const onNewChat = vi.fn<() => void>()
  const all = {
    conversationId: undefined,
    isRunning: false,
    cannotSend: undefined,
    model: undefined,
    historyTokens: 0,
    commands: [],
    assistants: [],
    onAssistant: () => {},
    picker: null,
    queue: null,
    renderVoice: () => null,
    onSend,
    onStop,
    onEditLast,
    onModel,
    onNewChat,
    ...props,
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { rerender } = render(<Composer {...all} />, { wrapper })
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  return {
    onSend,
    onStop,
    onEditLast,
    onModel,
    onNewChat,
    box,
    show: (more: typeof props) => rerender(<Composer {...all} {...more} />),
  }
}

const ref = createRef<ComposerHandle>()
const notes: Attachment = {
  kind: 'document',
  id: newId(),
  name: 'notes.txt',
  mimeType: 'text/plain',
  sizeBytes: 5,
  textLength: 5,
  isCut: false,
}

function pressEnter(box: HTMLElement, of: { isComposing: boolean; keyCode: number }) {
  const event = createEvent.keyDown(box, { key: 'Enter', keyCode: of.keyCode })
  Object.defineProperty(event, 'isComposing', { value: of.isComposing })
  fireEvent(box, event)
  return event
}

const warning = () => screen.queryByText(/would be left out/)

describe('Composer, when Enter is pressed before the code for sending is loaded', () => {
  const loading = { cannotSend: 'Loading…', isLoading: true }
  const loaded = { cannotSend: undefined, isLoading: false }

  it('sends the message once the code is loaded', async () => {
    const { box, onSend, show } = setUp(loading)
    await userEvent.type(box, 'Hello{Enter}')
    expect(onSend).not.toHaveBeenCalled()
    show(loaded)
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ text: 'Hello', attachments: [] })
    show(loading)
    show(loaded)
    expect(onSend).toHaveBeenCalledOnce()
  })

  it('sends the message once the code is loaded if a model is already selected', async () => {
    const { box, onSend, show } = setUp({ ...loaded, isLoading: true })
    await userEvent.type(box, 'Hello{Enter}')
    expect(onSend).not.toHaveBeenCalled()
    expect(box).toHaveProperty('value', 'Hello')
    show(loaded)
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ text: 'Hello', attachments: [] })
  })

  it('sends later if files are still being uploaded', async () => {
    const { kind: _kind, ...stored } = notes
    const uploads: (() => void)[] = []
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          uploads.push(() => resolve(Response.json(stored)))
        }),
    )
    const { box, onSend } = setUp()
    attach(box)
    await userEvent.type(box, 'Summarize this{Enter}')
    await vi.waitFor(() => expect(uploads).toHaveLength(1))
    expect(onSend).not.toHaveBeenCalled()
    uploads[0]!()
    await vi.waitFor(() =>
      expect(onSend).toHaveBeenCalledExactlyOnceWith({
        text: 'Summarize this',
        attachments: [notes],
      }),
    )
  })

  it('does not send the message if the text changes after Enter or if no model can be used', async () => {
    const { box, onSend, show } = setUp(loading)
    await userEvent.type(box, 'Hello{Enter} you')
    show(loaded)
    await userEvent.clear(box)
    show(loading)
    await userEvent.type(box, 'Hello{Enter}')
    show({ cannotSend: 'No model can be used.', isLoading: false })
    show(loaded)
    expect(onSend).not.toHaveBeenCalled()
  })
})

describe('Composer, in a chat longer than its model’s context', () => {
  const model = {
    id: 'ollama/small',
    name: 'small',
    provider: 'ollama',
    description: '',
    kind: 'chat',
    contextTokens: 8_000,
    cutsLongPrompts: true,
  } as const

  it('warns before sending if the provider would silently cut the chat', async () => {
    const { show } = setUp({ model, historyTokens: 7_000 })
    expect(warning()).toBeNull()
    show({ historyTokens: 9_000 })
    await screen.findByText(/about 9k/)
    expect(warning()?.textContent).toContain('about 9k tokens long, but small can read only 8k')
    expect(warning()?.textContent).toContain('The first 1k would be left out.')
    show({ historyTokens: 9_000, model: { ...model, cutsLongPrompts: false } })
    expect(screen.getByText(/Its service will probably reject the question\.$/)).toBeTruthy()
  })

  it('offers another model, or a new chat with the text typed so far', async () => {
    const { box, show, onModel, onNewChat } = setUp({
      model,
      historyTokens: 9_000,
      conversationId: 'conversation-0000000000',
    })
    await userEvent.type(box, 'And then?')
    await userEvent.click(await screen.findByRole('button', { name: 'Choose another model' }))
    expect(onModel).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Ask in a new chat' }))
    expect(onNewChat).toHaveBeenCalledOnce()
    show({ conversationId: undefined })
    expect(box.value).toBe('And then?')
    expect(screen.queryByRole('button', { name: 'Ask in a new chat' })).toBeNull()
  })
})

describe('Composer', () => {
  it('says what the guide answers while no service is connected', () => {
    const { box, show } = setUp({ isGuideOnly: true })
    expect(box).toHaveProperty('placeholder', 'Ask about Bozzetto, or connect a service')
    show({ isGuideOnly: false })
    expect(box).toHaveProperty('placeholder', 'Ask anything, / for commands, @ for models')
  })

  it('sends with Enter and clears the text', async () => {
    const { onSend, box } = setUp()
    await userEvent.type(box, 'Hello{Shift>}{Enter}{/Shift}you{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ text: 'Hello\nyou', attachments: [] })
    expect(box.value).toBe('')
  })

  it.each([
    ['Chrome', { isComposing: true, keyCode: 229 }],
    ['Safari, which has ended the composition already', { isComposing: false, keyCode: 229 }],
    ['old browsers', { isComposing: true, keyCode: 13 }],
  ])('does not send on an Enter that belongs to an input method: %s', async (_browser, key) => {
    const { onSend, box } = setUp()
    await userEvent.type(box, 'にほ')
    const event = pressEnter(box, key)
    expect(onSend).not.toHaveBeenCalled()
    expect(event.defaultPrevented).toBe(false)
    pressEnter(box, { isComposing: false, keyCode: 13 })
    expect(onSend).toHaveBeenCalledOnce()
  })

  it('does not send text that is only whitespace', async () => {
    const { onSend, box } = setUp()
    await userEvent.type(box, '  {Enter}')
    expect(onSend).not.toHaveBeenCalled()
  })

  it('stops the answer with Escape, and queues the next question', async () => {
    const { onSend, onStop, box } = setUp({ isRunning: true })
    await userEvent.type(box, 'Next')
    expect(screen.getByText('Sent after this answer')).toBeTruthy()
    await userEvent.type(box, '{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ text: 'Next', attachments: [] })
    await userEvent.type(box, 'More{Escape}')
    expect(onStop).toHaveBeenCalledOnce()
    expect(box.value).toBe('More')
  })

  it('edits the last question on arrow up if the box is empty', async () => {
    const { onEditLast, box } = setUp()
    await userEvent.type(box, 'a{ArrowUp}{Backspace}')
    expect(onEditLast).not.toHaveBeenCalled()
    await userEvent.type(box, '{ArrowUp}')
    expect(onEditLast).toHaveBeenCalledOnce()
  })

  it('lists commands after a slash, with arrow keys, Enter and Escape', async () => {
    const onRun = vi.fn<(name: string) => void>()
    const commands = ['find', 'fold', 'new'].map((name) => ({
      name,
      hint: `Does ${name}`,
      onRun: () => onRun(name),
    }))
    const { onSend, box } = setUp({ commands })
    await userEvent.type(box, '/f')
    // Keyboard users can scroll the list only if the list is focusable.
    expect((await screen.findByRole('listbox')).tabIndex).toBe(0)
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
      '/findDoes find',
      '/foldDoes fold',
    ])
    await userEvent.type(box, '{ArrowDown}{Enter}')
    expect(onRun).toHaveBeenCalledExactlyOnceWith('fold')
    expect(onSend).not.toHaveBeenCalled()
    expect(box.value).toBe('')
    await userEvent.type(box, '/f{Escape}')
    expect(screen.queryByRole('option')).toBeNull()
    expect(box.value).toBe('/f')
  })

  it('sends a command without arguments once its name is complete', async () => {
    const onRun = vi.fn<() => void>()
    const commands = [{ name: 'make', hint: 'Makes a model', isMessage: true, onRun }]
    const { onSend, box } = setUp({ commands })
    await userEvent.type(box, '/ma{Enter}')
    expect(onRun).toHaveBeenCalledOnce()
    await userEvent.type(box, '/make{Enter}')
    expect(onRun).toHaveBeenCalledOnce()
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ text: '/make', attachments: [] })
    expect(box.value).toBe('')
  })

  it('shows which part of the model’s context the message fills', async () => {
    const model = {
      id: 'a/b',
      name: 'B',
      provider: 'a',
      description: '',
      kind: 'chat' as const,
      contextTokens: 10_000,
      price: { currency: 'USD', prompt: 2, completion: 8 },
    }
    const { box } = setUp({ model, historyTokens: 4_000 })
    expect(
      screen.getByRole('img', {
        name: /About 4k of 10k tokens that the model can read; sending costs about \$0.0080/,
      }),
    ).toBeTruthy()
    fireEvent.change(box, { target: { value: 'word '.repeat(800) } })
    expect(screen.getByRole('img', { name: /About 5k of 10k tokens/ })).toBeTruthy()
  })

  it('refuses a message of more than 1 MB, counted in bytes', () => {
    const { onSend, box } = setUp()
    fireEvent.change(box, { target: { value: 'ö'.repeat(600_000) } })
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })
    expect(onSend).not.toHaveBeenCalled()
    expect(screen.getByText(/1 MB/)).toBeTruthy()
  })

  it('keeps a draft for each conversation', async () => {
    const { box, show } = setUp({ conversationId: 'one' })
    await userEvent.type(box, 'for one')
    show({ conversationId: 'two' })
    expect(box.value).toBe('')
    await userEvent.type(box, 'for two')
    show({ conversationId: 'one' })
    expect(box.value).toBe('for one')
    cleanup()
    expect(setUp({ conversationId: 'two' }).box.value).toBe('for two')
  })

  it('keeps the files of each conversation’s draft across a reload', async () => {
    const first = setUp({ conversationId: 'c-1', ref })
    act(() => ref.current?.addDraft({ text: 'Look', attachments: [notes] }))
    expect(await screen.findByText('notes.txt')).toBeDefined()
    first.show({ conversationId: 'c-2' })
    expect(screen.queryByText('notes.txt')).toBeNull()
    cleanup()

    const { onSend, box } = setUp({ conversationId: 'c-1' })
    expect(screen.getByText('notes.txt')).toBeDefined()
    await userEvent.type(box, '{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ text: 'Look', attachments: [notes] })
    cleanup()

    setUp({ conversationId: 'c-1' })
    expect(screen.queryByText('notes.txt')).toBeNull()
  })
})

describe('Composer, whose message is not empty', () => {
  it('inserts a prompt at the caret and adds a question that is taken back', async () => {
    Object.assign(document, { execCommand: () => false })
    const { box, onSend } = setUp({ ref })
    act(() => ref.current?.addDraft({ text: 'Dear Ada, bye', attachments: [notes] }))
    box.setSelectionRange(9, 9)
    act(() => ref.current?.insert(' the kiln is hot.'))
    expect(box.value).toBe('Dear Ada, the kiln is hot. bye')
    act(() => ref.current?.addDraft({ text: 'Why?', attachments: [] }))
    await userEvent.type(box, '{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith({
      text: 'Dear Ada, the kiln is hot. bye\n\nWhy?',
      attachments: [notes],
    })
  })
})

const paste = (box: HTMLElement, text: string) =>
  fireEvent.paste(box, {
    clipboardData: {
      files: [],
      types: ['text/plain'],
      getData: (type: string) => (type === 'text/plain' ? text : ''),
    },
  })

const attach = (box: HTMLElement) =>
  fireEvent.paste(box, {
    clipboardData: {
      files: [new File(['Hello'], 'notes.txt')],
      types: ['Files'],
      getData: () => '',
    },
  })

describe('Composer, with a failed file', () => {
  it('uploads the file again without another file dialog', async () => {
    const { kind: _kind, ...stored } = notes
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { box } = setUp()
    attach(box)
    const again = await screen.findByRole('button', { name: 'Try again: notes.txt' })
    expect(screen.getByText(/cannot be reached/)).toBeTruthy()
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(stored)))
    await userEvent.click(again)
    expect(await screen.findByText(/5 characters/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
  })

  it('offers a retry if the server timed out', async () => {
    const slow = { code: 'timed_out', message: 'The file took too long to arrive.' }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(slow, { status: 408 })))
    const { box } = setUp()
    attach(box)
    expect(await screen.findByRole('button', { name: 'Try again: notes.txt' })).toBeTruthy()
  })

  it('offers no retry if the server rejects the file', async () => {
    const refusal = { code: 'bad_document', message: 'There is no text in this file.' }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 400 })))
    const { box } = setUp()
    attach(box)
    expect(await screen.findByText('There is no text in this file.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
  })

  it('does not upload a file larger than the server accepts', async () => {
    const fetched = vi.fn<typeof fetch>()
    vi.stubGlobal('fetch', fetched)
    const { box } = setUp()
    const file = new File([new Uint8Array(32 * 1024 * 1024 + 1)], 'kiln.log')
    fireEvent.paste(box, {
      clipboardData: { files: [file], types: ['Files'], getData: () => '' },
    })
    expect(await screen.findByText(/at most 32 MB/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
    expect(fetched).not.toHaveBeenCalled()
  })

  it('does not send the message until the user chooses to send it without the file', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { box, onSend } = setUp()
    attach(box)
    await screen.findByRole('button', { name: 'Try again: notes.txt' })
    await userEvent.type(box, 'Summarize this{Enter}')
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('Not sent. “notes.txt” could not be added. The server')
    expect(onSend).not.toHaveBeenCalled()
    expect(box.value).toBe('Summarize this')
    await userEvent.click(screen.getByRole('button', { name: 'Send without it' }))
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ text: 'Summarize this', attachments: [] })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText('notes.txt')).toBeNull()
  })

  it('shows the reason at each file if several files failed', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { box } = setUp()
    attach(box)
    attach(box)
    await vi.waitFor(() => expect(screen.getAllByText(/cannot be reached/)).toHaveLength(2))
    await userEvent.type(box, 'Summarize these{Enter}')
    const note = await screen.findByRole('alert')
    expect(note.textContent).toMatch(/^Not sent\. 2 files could not be added\./)
    expect(note.textContent).not.toContain('cannot be reached')
    expect(screen.getByRole('button', { name: 'Send without them' })).toBeTruthy()
  })

  it('sends the file with its message after a successful retry', async () => {
    const { kind: _kind, ...stored } = notes
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { box, onSend } = setUp()
    attach(box)
    await screen.findByRole('button', { name: 'Try again: notes.txt' })
    await userEvent.type(box, 'Summarize this{Enter}')
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(stored)))
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/5 characters/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.type(box, '{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ text: 'Summarize this', attachments: [notes] })
  })
})

describe('Composer, on paste', () => {
  it('turns a long text into a file, and back into text on request', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const { box } = setUp()
    await userEvent.type(box, 'What is this: ')
    const long = 'word '.repeat(pastedLengthMax)
    expect(paste(box, long)).toBe(false)
    expect(box.value).toBe('What is this: ')
    expect(screen.getByText('Pasted text.txt')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Paste as text' }))
    expect(box.value).toBe(`What is this: ${long}`)
    expect(screen.queryByText('Pasted text.txt')).toBeNull()
    expect(document.activeElement).toBe(box)
  })

  it('keeps a short text as text', () => {
    const { box } = setUp()
    expect(paste(box, 'word')).toBe(true)
    expect(screen.queryByText('Pasted text.txt')).toBeNull()
  })
})

it('Composer lists the models of the library after @, and inserts the selected one', async () => {
  const id = newId()
  const asset = libraryAsset({ id, name: 'Teddy bear' })
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return Promise.resolve(new Response(JSON.stringify({ assets: [asset] })))
  })
  const { box, onSend } = setUp()
  await userEvent.type(box, 'Look at @ted')
  await userEvent.click(await screen.findByRole('option', { name: /@Teddy bear/ }))
  expect(box.value).toBe(`Look at “Teddy bear” (model ${id}) `)
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(asked.at(-1)).toContain('search=ted')
  expect(onSend).not.toHaveBeenCalled()
  await userEvent.type(box, '?')
  expect(box.value).toBe(`Look at “Teddy bear” (model ${id})?`)
})
