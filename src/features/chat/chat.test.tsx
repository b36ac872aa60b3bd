// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { ConversationDetail, Message, Run, RunEvent, StartRun } from '#contract/chat/chat.ts'
import type { Folder } from '#contract/chat/library.ts'
import { newId } from '#lib/id.ts'
// Preload lazy modules, because loading a module during a test could exceed the test's timeout.
import '#ui/overlays/menu-popup.tsx'
import './chat-extras.tsx'
import './composer/chat-notes.tsx'
import './conversation-view.tsx'
import './conversations/conversation-list.tsx'
import './conversations/delete-folder-dialog.tsx'
import './conversations/folder-dialog.tsx'
import './conversations/folder-note.tsx'
import './conversations/delete-permanently-dialog.tsx'
import './dialogs/chat-dialogs-panel.tsx'
import './markdown/draw/markdown.tsx'
import './markdown/streaming/blocks.ts'
import './settings/settings-dialog.tsx'
import './thread/thread-view.tsx'
import { toastStore } from '#ui/feedback/toasts.ts'
import { ChatView } from './chat.tsx'
import { getChatRuntime } from './runs/chat-runtime.ts'

const createdAt = '2026-01-01T00:00:00.000Z'
const guide = {
  id: 'bozzetto/guide',
  name: 'Guide',
  provider: 'bozzetto',
  description: '',
  kind: 'chat',
}
const writer = {
  id: 'gateway/writer',
  name: 'Writer',
  provider: 'gateway',
  description: '',
  kind: 'chat',
}

const buttonsIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

const notFound = () => json({ code: 'not_found', message: 'There is no such thing.' }, 404)

function fakeServer({ models = [guide, writer], folders = [] as Folder[] } = {}) {
  const details = new Map<string, ConversationDetail>()
  const trash = new Map<string, ConversationDetail>()
  const requests: string[] = []
  const asked: StartRun[] = []
  const refused: StartRun[] = []
  let foldersLeft = folders
  let refusal: string | undefined
  const encoder = new TextEncoder()
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let message: Message | undefined
  const send = (event: RunEvent, id?: string) =>
    stream?.enqueue(
      encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`),
    )

  function begin(conversationId: string, body: StartRun, signal?: AbortSignal): Response {
    asked.push(body)
    const run: Run = {
      id: body.runId,
      modelId: body.modelId,
      status: 'running',
      startedAt: createdAt,
    }
    const conversation = { id: conversationId, title: 'A talk', createdAt, updatedAt: createdAt }
    const detail: ConversationDetail = details.get(conversationId) ?? { conversation, messages: [] }
    details.set(conversationId, detail)
    const after = body.parentId === undefined ? {} : { parentId: body.parentId }
    if (body.question) {
      const { id, text } = body.question
      detail.messages.push({ id, text, ...after, conversationId, role: 'user', createdAt })
    }
    const parentId = body.question?.id ?? body.parentId
    message = {
      id: body.answerId,
      conversationId,
      role: 'assistant',
      text: '',
      run,
      createdAt: `2026-01-01T00:00:${10 + asked.length}.000Z`,
      ...(parentId === undefined ? {} : { parentId }),
    }
    detail.messages.push(message)
    return follow(signal)
  }
  const follow = (signal?: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    const { conversation } = details.get(message!.conversationId)!
    send({ type: 'run-start', run: message!.run!, answerId: message!.id, conversation })
    return new Response(body)
  }

  type Request = { method?: string; body?: string; signal?: AbortSignal }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '{}', signal }: Request) => {
    requests.push(`${method} ${path}`)
    const [, , area, id = '', more] = path.replace(/\?.*/, '').split('/')
    if (area === 'models') return json({ models, problems: [] })
    if (area === 'folders' && method === 'DELETE') {
      foldersLeft = foldersLeft.filter((folder) => folder.id !== id)
      return new Response(null, { status: 204 })
    }
    if (area === 'folders') return json({ folders: foldersLeft })
    if (area === 'prompts') return json({ prompts: [] })
    if (area === 'conversations' && more === 'restore') {
      const kept = trash.get(id)
      if (!kept) return notFound()
      details.set(id, kept)
      return json(kept.conversation)
    }
    if (area === 'conversations' && more === 'title') return json(details.get(id)?.conversation)
    if (area === 'conversations' && more === 'runs') {
      const request = JSON.parse(body) as StartRun
      if (refusal === undefined) return begin(id, request, signal)
      refused.push(request)
      const code = refusal
      refusal = undefined
      return json({ code, message: 'No.' }, 409)
    }
    if (area === 'runs' && more === 'stop') {
      end('stopped')
      return new Response(null, { status: 204 })
    }
    if (area === 'runs') return message?.run?.id === id ? follow(signal) : notFound()
    if (id === '')
      return json({ conversations: [...details.values()].map((one) => one.conversation) })
    const detail = details.get(id)
    if (!detail) return notFound()
    if (method === 'DELETE') {
      trash.set(id, detail)
      details.delete(id)
      return new Response(null, { status: 204 })
    }
    if (method === 'PATCH' && refusal !== undefined) {
      const code = refusal
      refusal = undefined
      return json({ code, message: 'No.' }, 503)
    }
    if (method === 'PATCH') {
      Object.assign(detail.conversation, JSON.parse(body))
      return json(detail.conversation)
    }
    return json(detail)
  })

  function end(status: Run['status'], more: Partial<Run> = {}) {
    Object.assign(message!.run!, { status, ...more })
    send({ type: 'run-end', run: message!.run! })
    stream?.close()
  }
  return {
    details,
    trash,
    requests,
    asked,
    refused,
    refuseNext: (code: string) => (refusal = code),
    write: (delta: string) => {
      message!.text += delta
      send({ type: 'text-delta', delta }, `0.${message!.text.length}`)
    },
    /** Appends text to the answer on the server without an event for the page. */
    writeUnseen: (delta: string) => {
      message!.text += delta
    },
    catchUp: (from: number) =>
      send({ type: 'text-delta', delta: message!.text.slice(from) }, `0.${message!.text.length}`),
    end,
  }
}

const clients: QueryClient[] = []

function open(path: string) {
  const location = memoryLocation({ path, record: true })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  clients.push(client)
  render(
    <QueryClientProvider client={client}>
      <Router hook={location.hook} searchHook={location.searchHook}>
        <Route path="/chat/:id?">{({ id }) => <ChatView conversationId={id} />}</Route>
      </Router>
    </QueryClientProvider>,
  )
  return { client, history: location.history }
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const answers = () => screen.getAllByRole('article', { name: /^Answer/ })

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('(min-width'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
/** Ends queued questions and open streams, which would send requests in tests of other files. */
function stopChats(): void {
  for (const client of clients.splice(0)) {
    const { outbox, runs } = getChatRuntime(client)
    for (const { request } of outbox.store.getState().items) outbox.remove(request.runId)
    for (const lives of runs.store.getState().lives.values()) lives.forEach(runs.release)
  }
}

afterEach(() => {
  cleanup()
  stopChats()
  localStorage.clear()
  toastStore.setState({ toasts: [] })
  vi.unstubAllGlobals()
})

describe('Chat', () => {
  it('sends a question, shows the answer while it arrives, and opens the new conversation', async () => {
    const server = fakeServer()
    const { history } = open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'What is clay?{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    expect(server.asked[0]).toMatchObject({
      modelId: writer.id,
      question: { text: 'What is clay?' },
    })
    expect(history.at(-1)).toMatch(/^\/chat\/[0-9a-z]{20}$/)
    server.write('Clay is **fine')
    expect((await screen.findByRole('strong')).textContent).toBe('fine')
    expect(screen.getByText('Answering')).toBeTruthy()
    server.write('** earth.')
    server.end('completed')
    await screen.findByText('Done, 4 words')
    expect(await screen.findByRole('button', { name: 'Regenerate' })).toBeTruthy()
    expect(answers()[0]?.textContent).toContain('Clay is fine earth.')
    expect(server.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
  })

  it('keeps the received text when the answer is stopped', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'Go{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.write('Half an answer')
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    await screen.findByText('Stopped.')
    expect(answers()[0]?.textContent).toContain('Half an answer')
  })

  it('resumes an answer that was streaming when the page was opened', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'Go{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.write('One two')
    const [id = ''] = [...server.details.keys()]
    cleanup()
    open(`/chat/${id}`)
    await waitFor(() => expect(server.requests.some((one) => one.endsWith('/events'))).toBe(true))
    const from = 'One two'.length
    server.writeUnseen(' three')
    server.catchUp(from)
    await waitFor(() => expect(answers()[0]?.textContent).toContain('One two three'))
    server.end('completed')
    await screen.findByText('Done, 3 words')
  })

  it('adds a second answer beside the first and switches between both', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'Go{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.write('First answer')
    server.end('completed')
    const again = await screen.findByRole('button', { name: 'Regenerate' })
    await waitFor(() => expect(again).toHaveProperty('disabled', false))
    await userEvent.click(again)
    await waitFor(() => expect(server.asked).toHaveLength(2))
    expect(server.asked[1]?.question).toBeUndefined()
    expect(server.asked[1]?.parentId).toBe(server.asked[0]?.question?.id)
    server.write('Second answer')
    server.end('completed')
    await screen.findByText('2/2')
    await userEvent.click(screen.getByRole('button', { name: 'Previous version' }))
    await screen.findByText('First answer')
    expect(screen.queryByText('Second answer')).toBeNull()
  })

  it('reports that the selected version of an answer was not saved, and saves it on a retry', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'Go{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.end('completed')
    const again = await screen.findByRole('button', { name: 'Regenerate' })
    await waitFor(() => expect(again).toHaveProperty('disabled', false))
    await userEvent.click(again)
    await waitFor(() => expect(server.asked).toHaveLength(2))
    server.end('completed')
    await screen.findByText('2/2')
    server.refuseNext('unavailable')
    await userEvent.click(screen.getByRole('button', { name: 'Previous version' }))
    await waitFor(() => expect(toastStore.getState().toasts).toHaveLength(1))
    const [toast] = toastStore.getState().toasts
    expect(toast?.title).toBe('Could not store which version you chose.')
    const leafId = () => [...server.details.values()][0]?.conversation.leafId
    expect(leafId()).not.toBe(server.asked[0]?.answerId)
    toast?.action?.onSelect()
    await waitFor(() => expect(leafId()).toBe(server.asked[0]?.answerId))
  })

  it('explains why a model failed, and retries on a click', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'Go{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.end('failed', {
      failure: { code: 'provider_unreachable', message: 'The gateway cannot be reached.' },
    })
    const notice = await screen.findAllByText('The gateway cannot be reached.')
    expect(notice.some((one) => one.getAttribute('role') === 'alert')).toBe(true)
    const again = await screen.findByRole('button', { name: 'Try again' })
    await waitFor(() => expect(again).toHaveProperty('disabled', false))
    await userEvent.click(again)
    await waitFor(() => expect(server.asked).toHaveLength(2))
    expect(server.asked[1]).toMatchObject({
      answerId: server.asked[0]?.answerId,
      isContinuation: true,
    })
  })

  it('queues a question while an answer arrives and sends it afterwards', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'First{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.write('An answer')
    await userEvent.type(box(), 'Second{Enter}')
    const queue = within(await screen.findByRole('region', { name: 'Waiting messages' }))
    expect(queue.getByText('Second')).toBeTruthy()
    expect(server.asked).toHaveLength(1)
    server.end('completed')
    await waitFor(() => expect(server.asked).toHaveLength(2))
    expect(server.asked[1]).toMatchObject({
      question: { text: 'Second' },
      parentId: server.asked[0]?.answerId,
    })
    expect(localStorage.length).toBeLessThanOrEqual(1)
  })

  it('sends the settings of a new chat with its questions, but not with those of the next chat', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.click(screen.getByRole('button', { name: 'Chat settings' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Instructions' }), 'Be brief.')
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await userEvent.type(box(), 'One{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    expect(server.asked[0]?.settings).toEqual({ systemPrompt: 'Be brief.' })
    server.end('completed')
    await screen.findByRole('button', { name: 'Regenerate' })
    const list = within(screen.getByRole('complementary', { name: 'Conversations' }))
    await userEvent.click(list.getByRole('button', { name: 'New chat' }))
    await userEvent.type(box(), 'Two{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(2))
    expect(server.asked[1]?.question?.text).toBe('Two')
    expect(server.asked[1]?.settings).toBeUndefined()
  })

  it('sends a question again at the end of the branch if the server refuses it as outdated', async () => {
    const server = fakeServer()
    const id = newId()
    const said = (role: 'user' | 'assistant', text: string, parentId?: string): Message => ({
      id: newId(),
      conversationId: id,
      role,
      text,
      ...(parentId !== undefined && { parentId }),
      createdAt: `2026-01-01T00:00:0${server.details.get(id)?.messages.length ?? 0}.000Z`,
    })
    const tell = (role: 'user' | 'assistant', text: string, parentId?: string): string => {
      const message = said(role, text, parentId)
      const detail = server.details.get(id)
      server.details.set(id, { ...detail!, messages: [...(detail?.messages ?? []), message] })
      return message.id
    }
    const conversation = { id, title: 'A talk', createdAt, updatedAt: createdAt }
    server.details.set(id, { conversation, messages: [] })
    const seen = tell('assistant', 'Seen here', tell('user', 'First'))
    open(`/chat/${id}`)
    await screen.findByText('Seen here')
    const unseen = tell('assistant', 'Said elsewhere', tell('user', 'Asked elsewhere', seen))
    server.refuseNext('outdated')
    await userEvent.type(box(), 'Asked here{Enter}')
    const queue = within(await screen.findByRole('region', { name: 'Waiting messages' }))
    expect(queue.getByText(/new messages from another tab/)).toBeTruthy()
    expect(await screen.findByText('Said elsewhere')).toBeTruthy()
    expect(server.refused).toMatchObject([{ parentId: seen, isNext: true }])
    await userEvent.click(queue.getByRole('button', { name: 'Send now' }))
    await waitFor(() => expect(server.asked).toHaveLength(1))
    expect(server.asked[0]).toMatchObject({
      question: { text: 'Asked here' },
      parentId: unseen,
    })
  })

  it('asks after the last stored message if the server has refused the question before', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'First{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.write('First answer')
    server.end('completed')
    await screen.findByRole('button', { name: 'Regenerate' })
    server.refuseNext('over_quota')
    await userEvent.type(box(), 'Refused{Enter}')
    await waitFor(() => expect(server.refused).toHaveLength(1))
    await screen.findByRole('button', { name: 'Edit' })
    await userEvent.type(box(), 'Second{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(2))
    expect(server.asked[1]?.parentId).toBe(server.asked[0]?.answerId)
    expect(screen.getByText('First answer')).toBeTruthy()
  })

  it('adds an edited question as a sibling of the original', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'Go{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.write('First answer')
    server.end('completed')
    await screen.findByRole('button', { name: 'Regenerate' })
    await userEvent.type(box(), '{ArrowUp}')
    const field = await screen.findByRole('textbox', { name: 'Question' })
    await userEvent.type(field, ' on{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(2))
    expect(server.asked[1]?.question?.text).toBe('Go on')
    expect(server.asked[1]?.parentId).toBeUndefined()
    await screen.findByText('2/2')
  })

  it('keeps the branch of the question in this tab while another tab edits an earlier question', async () => {
    const server = fakeServer()
    const { client, history } = open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'First{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.write('Seen here')
    server.end('completed')
    await screen.findByRole('button', { name: 'Regenerate' })
    const id = history.at(-1)!.split('/').at(-1)!
    const later = new Date(Date.now() + 60_000).toISOString()
    const edited: Message = {
      id: newId(),
      conversationId: id,
      role: 'user',
      text: 'Edited elsewhere',
      createdAt: later,
    }
    server.details.get(id)!.messages.push(edited)
    await client.invalidateQueries()
    await screen.findByText('1/2')
    expect(screen.getByText('Seen here')).toBeTruthy()
    expect(screen.queryByText('Edited elsewhere')).toBeNull()
  })

  it('offers to restore a chat in the trash and hides the composer', async () => {
    const server = fakeServer()
    const id = newId()
    const conversation = { id, title: 'Old', createdAt, updatedAt: createdAt }
    const message: Message = {
      id: newId(),
      conversationId: id,
      role: 'user',
      text: 'Hm',
      createdAt,
    }
    const answer: Message = {
      ...message,
      id: newId(),
      role: 'assistant',
      text: 'Half of',
      parentId: message.id,
      run: { id: newId(), modelId: writer.id, status: 'stopped', startedAt: createdAt },
    }
    const messages = [message, answer]
    server.details.set(id, { conversation: { ...conversation, deletedAt: createdAt }, messages })
    server.trash.set(id, { conversation, messages })
    open(`/chat/${id}`)
    await screen.findByText('This chat is in the trash.')
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
    await screen.findByText('Hm')
    await screen.findByText('Stopped.')
    expect(buttonsIn(screen.getByRole('log'))).toEqual([
      'Copy question',
      'Copy answer',
      'Read aloud',
    ])
    expect(screen.queryByRole('button', { name: 'Chat settings' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
    await screen.findByRole('textbox', { name: 'Message' })
    expect(screen.queryByText('This chat is in the trash.')).toBeNull()
    expect(buttonsIn(screen.getByRole('log'))).toContain('Regenerate')
    expect(screen.getByRole('button', { name: 'Chat settings' })).toBeTruthy()
  })

  it('reports that a chat was deleted elsewhere during its first answer', async () => {
    const server = fakeServer()
    const { history } = open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'Delete me{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.write('Half')
    await screen.findByText('Half')
    screen.getByRole('heading', { level: 1, name: 'Delete me' })
    server.details.delete(history.at(-1)!.split('/').at(-1)!)
    server.end('stopped')
    await screen.findByText('Chat not found')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Chat')
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })

  it('reports an unknown conversation', async () => {
    fakeServer()
    open(`/chat/${newId()}`)
    await screen.findByText('Chat not found')
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })

  it('explains that only the guide answers if no model is connected', async () => {
    fakeServer({ models: [guide] })
    open('/chat')
    await screen.findByText(/No language model is connected yet/)
    expect(screen.getByRole('button', { name: 'How do I connect a service?' })).toBeTruthy()
  })

  it('renames conversations in the list, deletes them, and undoes the deletion', async () => {
    const server = fakeServer()
    const id = newId()
    server.details.set(id, {
      conversation: { id, title: 'Old name', createdAt, updatedAt: createdAt },
      messages: [],
    })
    open('/chat')
    const list = within(await screen.findByRole('complementary', { name: 'Conversations' }))
    await userEvent.click(await list.findByRole('button', { name: 'Actions for Old name' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /Rename/ }))
    const field = await screen.findByRole('textbox', { name: 'Title' })
    await userEvent.clear(field)
    await userEvent.type(field, 'New name{Enter}')
    const renamed = await list.findByRole('link', { name: 'New name' })
    await waitFor(() => expect(document.activeElement).toBe(renamed))
    expect(server.details.get(id)?.conversation.title).toBe('New name')
    await userEvent.click(list.getByRole('button', { name: 'Actions for New name' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(list.queryByRole('link', { name: 'New name' })).toBeNull())
    await waitFor(() => expect(server.details.size).toBe(0))
    await waitFor(() => expect(toastStore.getState().toasts).toHaveLength(1))
    toastStore.getState().toasts[0]?.action?.onSelect()
    await list.findByRole('link', { name: 'New name' })
  })

  it('deletes a chat permanently after a confirmation', async () => {
    const server = fakeServer()
    const id = newId()
    const conversation = { id, title: 'A secret', createdAt, updatedAt: createdAt }
    server.details.set(id, { conversation, messages: [] })
    open('/chat')
    const list = within(await screen.findByRole('complementary', { name: 'Conversations' }))
    await userEvent.click(await list.findByRole('button', { name: 'Actions for A secret' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /Delete permanently/ }))
    const sure = within(await screen.findByRole('dialog', { name: /permanently/ }))
    expect(server.details.size).toBe(1)
    await userEvent.click(sure.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(list.queryByRole('link', { name: 'A secret' })).toBeNull())
    expect(server.requests).toContain(`DELETE /api/conversations/${id}?forever=1`)
  })

  it('shows in the tab’s title which chat is being answered, and which chat was stopped', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    expect(document.title).toBe('Chat · Bozzetto')
    await userEvent.type(box(), 'A talk about clay{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.write('Half an answer')
    await waitFor(() => expect(document.title).toMatch(/^● A talk/))
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(document.title).toMatch(/^A talk/))
    const [id = ''] = [...server.details.keys()]
    await waitFor(() => expect(server.requests).toContain(`POST /api/conversations/${id}/title`))
  })

  it.each([
    ['Half an', /stopped during this answer\. The text so far is saved/, 2],
    ['', /stopped before any of this answer was saved/, 1],
  ])('shows after a crash how much of the answer is saved: “%s”', async (written, said, ways) => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'Go{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    if (written !== '') server.write(written)
    server.end('interrupted')
    const notice = await screen.findByText(said)
    const buttons = within(notice.parentElement!).getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual(
      ['Continue', 'Regenerate'].slice(-ways),
    )
    expect(screen.queryByText(/reconnecting|catching up|^live$/)).toBeNull()
  })

  it('sets the text direction by the language of the text', async () => {
    fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    expect(box().dir).toBe('auto')
  })

  it('explains how long chats stay in the trash', async () => {
    const server = fakeServer()
    const id = newId()
    const conversation = { id, title: 'Old glazes', createdAt, updatedAt: createdAt }
    server.details.set(id, { conversation, messages: [] })
    open('/chat')
    await userEvent.click(await screen.findByRole('button', { name: 'Chat list options' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Trash' }))
    expect(await screen.findByText(/permanently 30 days after/)).toBeTruthy()
  })

  it('asks before deleting a folder with files and instructions', async () => {
    const id = newId()
    const folders = ['Ceramics', 'Glass'].map((name, at) => ({
      id: at === 0 ? id : newId(),
      name,
      conversations: 0,
      createdAt,
    }))
    const server = fakeServer({ folders })
    open('/chat')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Actions for folder Ceramics' }),
    )
    await userEvent.click(await screen.findByRole('menuitem', { name: /Delete folder/ }))
    const sure = within(await screen.findByRole('dialog', { name: /“Ceramics”/ }))
    const deletion = `DELETE /api/folders/${id}`
    expect(server.requests).not.toContain(deletion)
    await userEvent.click(sure.getByRole('button', { name: 'Delete folder' }))
    await waitFor(() => expect(server.requests).toContain(deletion))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Glass0'))
  })

  it('starts a chat in a folder, so that its first question includes the folder’s files', async () => {
    const id = 'f0000000000000000000'
    const server = fakeServer({ folders: [{ id, name: 'Ceramics', conversations: 0, createdAt }] })
    const { history } = open('/chat')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Actions for folder Ceramics' }),
    )
    await userEvent.click(await screen.findByRole('menuitem', { name: 'New chat in this folder' }))
    await screen.findByText('Ceramics', { selector: 'bdi' })
    await userEvent.type(box(), 'How hot?{Enter}')
    await waitFor(() => expect(server.asked[0]).toMatchObject({ folderId: id }))
    expect(history?.at(-1)).toMatch(/^\/chat\/[0-9a-z]+$/)
    server.end('completed')
    const list = within(screen.getByRole('complementary', { name: 'Conversations' }))
    await userEvent.click(list.getByRole('button', { name: 'New chat' }))
    await userEvent.type(box(), 'And here?{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(2))
    expect(server.asked[1]?.folderId).toBeUndefined()
  })

  it('reports that a content filter cut an answer off', async () => {
    const server = fakeServer()
    open('/chat')
    await screen.findByText('Writer')
    await userEvent.type(box(), 'Go{Enter}')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    server.write('Half an')
    server.end('completed', { finishReason: 'content_filter' })
    await screen.findByText(/content filter cut this answer off/)
  })
})
