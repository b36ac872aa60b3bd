// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Task, TaskEvent } from '#contract/tasks.ts'
import { addSentences } from '#lib/language/translate-sentence.ts'
import { toastStore } from '#ui/feedback/toasts.ts'
import { studioStore } from './state/store.ts'
import { StudioView } from './studio.tsx'

const model = {
  id: 'local/image-to-3d',
  name: 'Local engine',
  provider: 'local',
  kind: '3d',
  description: 'Makes models here.',
  limits: 'It sees one side.',
  expectedSeconds: 3,
  paramSchema: {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        title: 'Picture',
        type: 'object',
        properties: { file_token: { type: 'string' }, url: { type: 'string' } },
        oneOf: [{ required: ['file_token'] }, { required: ['url'] }],
        'x-ui': { widget: 'image', minSidePx: 20 },
      },
      detail: { title: 'Detail', type: 'number', minimum: 0, maximum: 2, default: 1 },
    },
  },
}
const picture = {
  id: 'a'.repeat(20),
  url: '/api/files/a',
  name: 'bear.png',
  widthPx: 64,
  heightPx: 64,
}

const task = (over: Partial<Task> = {}): Task => ({
  id: 'b'.repeat(20),
  modelId: model.id,
  params: {},
  status: 'queued',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...over,
})

type Answer = (init: RequestInit) => Response | Promise<Response>
let routes: Record<string, Answer>
const requests: { url: string; method: string; body: unknown }[] = []

function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (opened) => void (controller = opened) })
  let seq = 0
  const say = (event: TaskEvent) =>
    controller.enqueue(new TextEncoder().encode(`id: ${++seq}\ndata: ${JSON.stringify(event)}\n\n`))
  return { response: () => new Response(body), say }
}

beforeEach(() => {
  localStorage.clear()
  requests.length = 0
  toastStore.setState({ toasts: [] })
  studioStore.setState(studioStore.getInitialState(), true)
  history.replaceState(null, '', '/')
  routes = {
    'GET /api/models': () => Response.json({ models: [model], problems: [] }),
    'GET /api/tasks': () => Response.json({ tasks: [] }),
    'GET /samples/samples.json': () => Response.json([{ file: 'lion.webp', name: 'Lion' }]),
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    const path = url.split('?', 1)[0]!
    requests.push({ url, method, body: typeof init.body === 'string' && JSON.parse(init.body) })
    const answer = routes[`${method} ${path}`]
    if (!answer) throw new TypeError(`No route for ${method} ${path}`)
    return answer(init)
  })
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.scrollTo = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
const open = ({ active = true } = {}) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <StudioView active={active} />
    </QueryClientProvider>,
  )
const generateButton = () => screen.findByRole('button', { name: /^Generate/ })
const created = () =>
  requests.filter(({ url, method }) => method === 'POST' && url === '/api/tasks')

const holding = (text: string) => ({ files: [], types: ['text/uri-list'], getData: () => text })
const toasts = () => toastStore.getState().toasts.map(({ title }) => title)

describe('StudioView', () => {
  it('shows the first steps, the model’s limits and the estimated duration', async () => {
    open()
    expect(await screen.findByRole('button', { name: /^Generate.*about 3 s/ })).toBeTruthy()
    expect(await screen.findByText('Turn a picture into a 3D model')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Lion' })).toBeTruthy()
    expect(screen.getByText('It sees one side.')).toBeTruthy()
  })

  it('folds long limits of a model, also in Chinese, which has fewer letters', async () => {
    const limits = '一张图片只显示一个面。'.repeat(7)
    routes['GET /api/models'] = () =>
      Response.json({ models: [{ ...model, limits }], problems: [] })
    open()
    await user.click(await screen.findByRole('button', { name: 'About this engine' }))
    expect(screen.getByText(limits)).toBeTruthy()
  })

  it('asks for a picture instead of starting without one', async () => {
    open()
    await user.click(await generateButton())
    expect((await screen.findByRole('alert')).textContent).toContain('Choose a picture.')
    expect(created()).toEqual([])
  })

  it('reports before sending that a picture cannot be used for the model', async () => {
    studioStore.getState().pictureChosen({ ...picture, widthPx: 8 })
    open()
    await user.click(await generateButton())
    expect((await screen.findByRole('alert')).textContent).toContain('at least 20 px per side')
    expect(created()).toEqual([])
  })

  it('sends the settings, shows each stage, and cancels the task', async () => {
    studioStore.getState().pictureChosen(picture)
    // With an estimate, the bar would follow the time left, so this model has none.
    const { expectedSeconds: _, ...unestimated } = model
    routes['GET /api/models'] = () => Response.json({ models: [unestimated], problems: [] })
    const stream = openStream()
    routes['POST /api/tasks'] = () => Response.json(task(), { status: 201 })
    routes[`GET /api/tasks/${task().id}/events`] = stream.response
    routes[`POST /api/tasks/${task().id}/cancel`] = () =>
      Response.json(task({ status: 'cancelled' }))
    open()
    await user.click(await generateButton())
    expect(created()[0]!.body).toMatchObject({
      modelId: model.id,
      params: { file: { file_token: picture.id }, detail: 1 },
    })
    expect(await screen.findByText('Waiting in the queue')).toBeTruthy()
    stream.say({ type: 'task-state', task: task({ status: 'running' }) })
    stream.say({ type: 'task-progress', stage: 'Finding the object', progress: 0.25 })
    expect(await screen.findByText('Finding the object')).toBeTruthy()
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(25)
    addSentences({ 'Weighing the clay': 'Ton wird gewogen' })
    stream.say({ type: 'task-progress', stage: 'Weighing the clay', progress: 0.5 })
    expect(await screen.findByText('Ton wird gewogen')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('waits for a running upload when the user clicks the button', async () => {
    const arrivals: (() => void)[] = []
    const stored = { ...picture, mimeType: 'image/png', sizeBytes: 1, hasAlpha: false }
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends EventTarget {
        readonly upload = new EventTarget()
        readonly status = 201
        readonly responseText = JSON.stringify({ ...stored, sha256: '0'.repeat(64) })
        open = () => undefined
        abort = () => undefined
        setRequestHeader = () => undefined
        send = () => void arrivals.push(() => this.dispatchEvent(new Event('load')))
      },
    )
    routes['GET /samples/lion.webp'] = () =>
      new Response('x', { headers: { 'Content-Type': 'image/png' } })
    routes['POST /api/tasks'] = () => Response.json(task({ status: 'cancelled' }), { status: 201 })
    open()
    await user.click((await screen.findAllByRole('button', { name: 'Lion' }))[0]!)
    await user.click(await generateButton())
    await waitFor(() => expect(arrivals).toHaveLength(1))
    expect(created()).toEqual([])
    arrivals[0]!()
    await waitFor(() => expect(created()).toHaveLength(1))
    expect(created()[0]!.body).toMatchObject({ params: { file: { file_token: picture.id } } })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('starts with a keyboard shortcut, also from a field', async () => {
    studioStore.getState().pictureChosen(picture)
    routes['POST /api/tasks'] = () => Response.json(task({ status: 'cancelled' }), { status: 201 })
    open()
    const detail = await screen.findByRole('spinbutton', { name: 'Detail' })
    await user.clear(detail)
    await user.type(detail, '2{Enter}')
    expect(created()).toEqual([])
    await user.type(detail, '{Backspace}1.5{Control>}{Enter}{/Control}')
    await waitFor(() => expect(created()).toHaveLength(1))
    expect(created()[0]!.body).toMatchObject({ params: { detail: 1.5 } })
  })

  it('explains why a task failed, and retries with the same params', async () => {
    studioStore.getState().pictureChosen(picture)
    const failure = { code: 'bad_picture' as const, message: 'Nothing stands out.' }
    const failed = task({ status: 'failed', failure, params: { detail: 2 } })
    routes['POST /api/tasks'] = () => Response.json(failed, { status: 201 })
    open()
    await user.click(await generateButton())
    expect(await screen.findByText('Nothing stands out.')).toBeTruthy()
    expect(screen.getByText(/Try another picture/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(created()).toHaveLength(2))
    expect(created()[1]!.body).toMatchObject({ params: { detail: 2 } })
  })

  it.each([
    ['a free model', true, undefined],
    ['a paid one', undefined, 'You were not charged.'],
  ])(
    'shows “You were not charged.” below a failed task only if the model costs money: %s',
    async (_, isFree, said) => {
      studioStore.getState().pictureChosen(picture)
      routes['GET /api/models'] = () =>
        Response.json({ models: [{ ...model, ...(isFree && { isFree }) }], problems: [] })
      const failure = { code: 'out_of_memory' as const, message: 'It ran out of memory.' }
      const failed = task({ status: 'failed', failure, cost: 'nothing' })
      routes['POST /api/tasks'] = () => Response.json(failed, { status: 201 })
      open()
      await user.click(await generateButton())
      const card = await screen.findByRole('alert', { name: 'The task failed' })
      expect(card.textContent).toContain('Lower the detail')
      expect(card.textContent).not.toContain('nother picture')
      expect(card.textContent?.includes('close other programs')).toBe(isFree === true)
      expect(screen.queryByText('You were not charged.')?.textContent).toBe(said)
    },
  )

  it('shows the server’s issues under their fields', async () => {
    studioStore.getState().pictureChosen(picture)
    const issues = [{ path: 'detail', message: 'Detail is too fine for this picture.' }]
    routes['POST /api/tasks'] = () =>
      Response.json({ code: 'invalid_params', message: 'No.', issues }, { status: 400 })
    open()
    await user.click(await generateButton())
    expect((await screen.findByRole('alert')).textContent).toBe(issues[0]!.message)
  })

  it('repeats a request without a response with the same id', async () => {
    studioStore.getState().pictureChosen(picture)
    routes['POST /api/tasks'] = () => Promise.reject(new TypeError('network'))
    open()
    await user.click(await generateButton())
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
    await user.click(await generateButton())
    await waitFor(() => expect(created()).toHaveLength(2))
    const [first, second] = created().map(({ body }) => (body as { id: string }).id)
    expect(second).toBe(first)
  })

  it('shows a task that was running before the page was loaded', async () => {
    const stream = openStream()
    const running = task({ status: 'running', stage: 'Building the shape', progress: 0.5 })
    routes['GET /api/tasks'] = () => Response.json({ tasks: [running] })
    routes[`GET /api/tasks/${running.id}/events`] = stream.response
    open()
    expect(await screen.findByText('Building the shape')).toBeTruthy()
    stream.say({ type: 'task-progress', stage: 'Painting the texture', progress: 0.8 })
    expect(await screen.findByText('Painting the texture')).toBeTruthy()
  })

  it('notifies the user outside the studio when a task ends, with a link to it', async () => {
    const stream = openStream()
    const running = task({ status: 'running' })
    routes['GET /api/tasks'] = () => Response.json({ tasks: [running] })
    routes[`GET /api/tasks/${running.id}/events`] = stream.response
    open({ active: false })
    await waitFor(() => expect(requests.some(({ url }) => url.endsWith('/events'))).toBe(true))
    const failure = { code: 'engine_failed' as const, message: 'Nothing stands out.' }
    stream.say({ type: 'task-end', task: task({ status: 'failed', failure }) })
    await waitFor(() =>
      expect(toastStore.getState().toasts).toMatchObject([
        { kind: 'error', detail: 'Nothing stands out.', action: { label: 'Show' } },
      ]),
    )
  })

  it('opens few streams although many tasks run', async () => {
    const tasks = Array.from({ length: 6 }, (_, at) =>
      task({ id: `${at}`.repeat(20), status: 'running' }),
    )
    routes['GET /api/tasks'] = () => Response.json({ tasks })
    for (const { id } of tasks) routes[`GET /api/tasks/${id}/events`] = openStream().response
    open()
    await screen.findByRole('navigation', { name: 'Recent' })
    await waitFor(() => {
      const followed = requests.filter(({ url }) => url.endsWith('/events'))
      expect(followed.map(({ url }) => url[11])).toEqual(['5', '4', '3'])
    })
  })

  it('accepts a pasted picture, except in fields', async () => {
    studioStore.getState().pictureChosen(picture)
    open()
    const detail = await screen.findByRole('spinbutton', { name: 'Detail' })
    const file = new File([], 'clip.png', { type: 'image/png' })
    const clipboardData = { files: [file] }
    fireEvent.paste(detail, { clipboardData })
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.paste(document.body, { clipboardData })
    expect((await screen.findByRole('alert')).textContent).toContain('clip.png is empty.')
  })

  it('accepts the address of a pasted or dragged picture', async () => {
    routes['POST /api/pictures'] = () =>
      Response.json({
        ...picture,
        mimeType: 'image/png',
        sizeBytes: 1,
        hasAlpha: false,
        sha256: '0'.repeat(64),
      })
    open()
    const button = await generateButton()
    fireEvent.paste(document.body, { clipboardData: holding('just words') })
    fireEvent.paste(document.body, { clipboardData: holding('https://example.com/vase.jpg') })
    await waitFor(() => expect(studioStore.getState().picture?.id).toBe(picture.id))
    studioStore.getState().pictureRemoved()
    const dataTransfer = holding('# from a page\nhttps://example.com/mug.jpg')
    fireEvent.drop(button, { dataTransfer })
    await waitFor(() => expect(studioStore.getState().picture?.id).toBe(picture.id))
    const asked = requests.filter(({ url }) => url === '/api/pictures')
    expect(asked.map(({ body }) => body)).toEqual([
      { url: 'https://example.com/vase.jpg' },
      { url: 'https://example.com/mug.jpg' },
    ])
    fireEvent.paste(document.body, { clipboardData: holding('data:image/png;base64,%%%') })
    expect((await screen.findByRole('alert')).textContent).toContain('holds no picture')
  })

  it('opens a dropped model, and reports if it cannot be opened', async () => {
    open()
    const button = await generateButton()
    const drop = (name: string) => {
      const dataTransfer = { files: [new File(['solid'], name)], types: ['Files'] }
      fireEvent.drop(button, { dataTransfer })
    }
    drop('chair.glb')
    // The upload may fail here, because the test only checks that the file is not treated as a
    // picture.
    await waitFor(() => expect(toasts()).toEqual(['Could not open “chair.glb”']))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(
      requests.some(({ url, method }) => url.startsWith('/api/assets') && method === 'POST'),
    ).toBe(true)
  })

  it('keeps the earlier picture if a new one is refused', async () => {
    studioStore.getState().pictureChosen(picture)
    open()
    await generateButton()
    const file = new File(['x'], 'notes.txt', { type: 'text/plain' })
    const dataTransfer = { files: [file], types: ['Files'] }
    fireEvent.drop(screen.getByText('Ready'), { dataTransfer })
    expect((await screen.findByRole('alert')).textContent).toContain('notes.txt is not a PNG')
    expect(studioStore.getState().picture).toEqual(picture)
  })

  it('reports that there is no model to use', async () => {
    routes['GET /api/models'] = () =>
      Response.json({
        models: [],
        problems: [{ provider: 'gateway', message: 'The key is wrong.' }],
      })
    open()
    expect(await screen.findByText('gateway: The key is wrong.')).toBeTruthy()
  })
})
