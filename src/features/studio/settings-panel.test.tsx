// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Asset } from '#contract/assets.ts'
import type { Model3d } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { codeLoaded } from '#ui/layout/loaded-code.ts'
import { SettingsPanel } from './settings-panel.tsx'
import type { Upload } from './picture/use-upload.ts'
import { studioStore, useStudio } from './state/store.ts'
import { optionalPictureSlot, pictureSlot } from './state/picture-slot.fixture.ts'
import { useIsMade } from './state/use-is-made.ts'

const painted = { properties: { texture: { const: true } } }

const createModel = (name: string, properties: ParamSchema['properties'], rest = {}): Model3d => ({
  id: `test/${name}`,
  name,
  provider: 'test',
  kind: '3d',
  description: '',
  paramSchema: { type: 'object', properties, ...rest },
})
const carver = createModel(
  'Carver',
  {
    file: {
      ...pictureSlot,
      title: 'Picture',
      'x-ui': { widget: 'image', recommendedMinSidePx: 256 },
    },
    faces: { type: 'integer', title: 'Faces', minimum: 1, maximum: 9_000, default: 500 },
    texture: { type: 'boolean', title: 'Texture', default: true },
    pbr: { type: 'boolean', title: 'PBR', default: false },
    quad: { type: 'boolean', title: 'Quads', default: false },
    formats: {
      type: 'array',
      title: 'Formats',
      items: { enum: ['glb', 'stl'] },
      'x-ui': { omitWhenEmpty: true, labels: { glb: 'GLB', stl: 'STL' } },
    },
  },
  {
    required: ['file'],
    allOf: [
      {
        $comment: 'Quads have no texture.',
        'x-effect': 'reject',
        if: { properties: { quad: { const: true } }, required: ['quad'] },
        // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
        then: { properties: { texture: { const: false } } },
      },
      {
        $comment: 'PBR is part of the texture.',
        'x-effect': 'server-ignores',
        if: { properties: { texture: { const: false } }, required: ['texture'] },
        // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
        then: { properties: { pbr: { const: false } } },
      },
    ],
    'x-presets': [
      { name: 'Usual', set: { faces: null, texture: null } },
      { name: 'Rough', set: { faces: 50, texture: false } },
    ],
    'x-price': {
      unit: 'usd',
      label: 'Shape',
      base: 0.2,
      add: [{ label: 'Texture', amount: 0.1, when: painted }],
      note: 'List price.',
    },
    'x-output': {
      formats: ['glb'],
      when: [
        { if: { properties: { quad: { const: true } }, required: ['quad'] }, formats: ['fbx'] },
      ],
    },
  },
)
const caster = createModel(
  'Caster',
  {
    files: {
      type: 'array',
      title: 'Views',
      prefixItems: [pictureSlot, optionalPictureSlot],
      minItems: 2,
      maxItems: 2,
      'x-ui': { widget: 'views', slots: ['front', 'back'] },
    },
    faces: { type: 'integer', title: 'Faces', minimum: 1, maximum: 100, default: 50 },
    texture: { type: 'boolean', title: 'Texture', default: true },
  },
  { required: ['files'] },
)
const teller = createModel(
  'Teller',
  { prompt: { type: 'string', title: 'Prompt', minLength: 1, maxLength: 1024 } },
  { required: ['prompt'] },
)
const scanner = createModel(
  'Scanner',
  {
    files: {
      type: 'array',
      title: 'Photos',
      items: pictureSlot,
      minItems: 1,
      maxItems: 9,
      'x-ui': { widget: 'images' },
    },
  },
  { required: ['files'] },
)
const models = [carver, caster, teller, scanner]
const picture = { id: 'a'.repeat(20), url: '/a.png', name: 'a.png', widthPx: 64, heightPx: 64 }
const onStarted = vi.fn<() => void>()
const created: { modelId: string; params: Record<string, unknown> }[] = []

const idle = { status: 'idle' } as const
const sending = { status: 'sending', name: 'a.png', progress: 0.5 } as const

const createAsset = (id: string, faces: number): Asset => ({
  id,
  name: 'Lion',
  createdAt: '2026-11-29T12:00:00.000Z',
  mimeType: 'model/gltf-binary',
  sizeBytes: 1,
  sha256: 'a'.repeat(64),
  url: '/lion.glb',
  pictureUrl: '/lion.png',
  recipe: {
    modelId: 'test/Carver',
    params: { file: { file_token: 'b'.repeat(20) }, faces, texture: false, pbr: false },
    seed: 7,
    inputSha256: [],
  },
  isStarred: false,
  tags: [],
})

type PanelState = { uploadState?: Upload['state']; asset?: Asset }

function Panel({ uploadState = idle, asset }: PanelState) {
  const id = useStudio((state) => state.modelId)
  const model = models.find((one) => one.id === id) ?? carver
  return (
    <SettingsPanel
      key={model.id}
      isActive
      list={{ models, problems: [] }}
      models={models}
      model={model}
      upload={{
        state: uploadState,
        send: () => {},
        fetchFrom: () => {},
        sendRemade: () => {},
        refuse: () => {},
        reset: () => {},
      }}
      isCanvasEmpty={asset === undefined}
      asset={asset}
      isMade={useIsMade(model, asset?.recipe)}
      tasks={[{ pictureUrl: picture.url }]}
      lastSeed={undefined}
      onFiles={() => {}}
      onPicture={() => {}}
      onSample={() => {}}
      onStarted={onStarted}
    />
  )
}

beforeEach(() => {
  localStorage.clear()
  created.length = 0
  studioStore.setState(studioStore.getInitialState(), true)
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/tasks') created.push(JSON.parse(init.body as string))
    return Response.json({ code: 'internal', message: 'Not today.' }, { status: 500 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
function show(shownUpload?: Upload['state']) {
  const client = new QueryClient()
  const panel = (state: Upload['state'] | undefined) => (
    <QueryClientProvider client={client}>
      <Panel {...(state && { uploadState: state })} />
    </QueryClientProvider>
  )
  const { rerender } = render(panel(shownUpload))
  return { showUpload: (state: Upload['state']) => rerender(panel(state)) }
}
const button = () => screen.getByRole('button', { name: /^Generate/ })
const generate = async () => {
  await user.click(button())
  await waitFor(() => expect(created).toHaveLength(1))
  return created[0]!.params
}
const set = (values: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(values)) {
    studioStore.getState().paramChanged(carver.id, name, value)
  }
}

const switchTo = async (name: string) => user.click(await optionFor(name))

const modelList = () =>
  within(screen.getByRole('region', { name: 'Engine' })).getAllByRole('button')[0]!

async function optionFor(name: string): Promise<HTMLElement> {
  await user.click(modelList())
  return screen.findByRole('option', { name: new RegExp(name) })
}

describe('SettingsPanel', () => {
  it('shows settings once there is a picture', () => {
    show()
    expect(screen.queryByRole('switch', { name: 'Texture' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Engine' })).toBeTruthy()
    act(() => studioStore.getState().pictureChosen(picture))
    expect(screen.getByRole('switch', { name: 'Texture' })).toBeTruthy()
    act(() => studioStore.getState().pictureRemoved())
    expect(screen.queryByRole('switch', { name: 'Texture' })).toBeNull()
  })

  it('says that a picture is missing, and points at the picture when Generate is pressed', async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Panel asset={createAsset('lion', 90)} />
      </QueryClientProvider>,
    )
    const describedBy = button().getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(describedBy)?.textContent).toBe('Choose a picture first.')
    await user.click(button())
    expect(await screen.findByText('Choose a picture.')).toBeTruthy()
    expect(created).toEqual([])
    act(() => studioStore.getState().pictureChosen(picture))
    expect(screen.queryByText('Choose a picture first.')).toBeNull()
  })

  it.each([
    ['Caster', 'Choose a picture first.', [{ file_token: 'a'.repeat(20) }]],
    ['Scanner', 'Choose pictures first.', [{ file_token: 'a'.repeat(20) }]],
  ])('says that %s needs pictures until some are chosen', (name, text, files) => {
    studioStore.getState().modelPicked(`test/${name}`)
    show()
    const describedBy = button().getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(describedBy)?.textContent).toBe(text)
    act(() => studioStore.getState().paramChanged(`test/${name}`, 'files', files))
    expect(screen.queryByText(text)).toBeNull()
  })

  it('shows the settings of a model made from another picture, and takes them over', async () => {
    studioStore.getState().pictureChosen(picture)
    const client = new QueryClient()
    const panel = (asset?: Asset) => (
      <QueryClientProvider client={client}>
        <Panel {...(asset && { asset })} />
      </QueryClientProvider>
    )
    const { rerender } = render(panel())
    expect(button()).toBeTruthy()
    rerender(panel(createAsset('lion', 90)))
    const made = within(await screen.findByRole('region', { name: 'Settings of this model' }))
    const terms = made.getAllByRole('term').map((term) => term.textContent)
    const values = made.getAllByRole('definition').map((value) => value.textContent)
    expect(terms).toEqual(['Engine', 'Faces', 'Texture', 'Variation (seed)'])
    expect(values).toEqual(['Carver', '90', 'Off', '7'])
    expect(screen.queryByRole('button', { name: /^Generate/ })).toBeNull()

    await user.click(made.getByRole('button', { name: 'Back to your picture' }))
    expect(studioStore.getState().picture).toBe(picture)
    expect(button()).toBeTruthy()

    rerender(panel(createAsset('second', 80)))
    await user.click(await screen.findByRole('button', { name: 'Use these settings' }))
    expect(studioStore.getState().picture?.url).toBe('/lion.png')
    expect(await generate()).toMatchObject({ faces: 80, texture: false })
  })

  it('offers to generate again until a setting differs from those of the shown model', async () => {
    const made = createAsset('lion', 90)
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Panel asset={made} />
      </QueryClientProvider>,
    )
    expect(button().textContent).toMatch(/^Generate(?! again)/)
    const file = made.recipe!.params['file'] as { file_token: string }
    act(() => studioStore.getState().pictureChosen({ ...picture, id: file.file_token }))
    act(() => set({ faces: 90, texture: false }))
    expect(button().textContent).toMatch(/^Generate again/)
    act(() => set({ faces: 91 }))
    expect(button().textContent).toMatch(/^Generate(?! again)/)
  })

  it('has no second place to choose a picture while the canvas offers the first steps', () => {
    show()
    expect(screen.queryByLabelText('Choose Picture')).toBeNull()
    act(() => studioStore.getState().pictureChosen(picture))
    expect(screen.getByLabelText('Replace Picture')).toBeTruthy()
  })

  it('shows changed settings without a picture', () => {
    set({ pbr: true })
    show()
    expect(screen.getByRole('switch', { name: 'Texture' })).toBeTruthy()
  })

  it('shows the price of a task and how it is calculated', async () => {
    studioStore.getState().pictureChosen(picture)
    show()
    expect(button().textContent).toContain('about $0.30')
    expect(screen.getByText('List price.')).toBeTruthy()
    await user.click(screen.getByRole('switch', { name: 'Texture' }))
    expect(button().textContent).toContain('about $0.20')
  })

  it('sets only the params in a preset', async () => {
    set({ pbr: true })
    studioStore.getState().pictureChosen(picture)
    show()
    const rough = await screen.findByRole('button', { name: 'Rough' })
    expect(rough.getAttribute('aria-pressed')).toBe('false')
    await user.click(rough)
    expect(rough.getAttribute('aria-pressed')).toBe('true')
    expect(await generate()).toMatchObject({ faces: 50, texture: false, pbr: true })
  })

  it('waits for a running upload and then starts the task', async () => {
    const { showUpload } = show(sending)
    await user.click(button())
    expect(created).toHaveLength(0)
    act(() => studioStore.getState().pictureChosen(picture))
    showUpload(idle)
    await waitFor(() => expect(created).toHaveLength(1))
    expect(created[0]!.params).toMatchObject({ file: { file_token: picture.id } })
  })

  it('does not start a task if the upload failed', async () => {
    studioStore.getState().pictureChosen(picture)
    const { showUpload } = show(sending)
    await user.click(button())
    showUpload({ status: 'failed', message: 'Too large.' })
    showUpload(idle)
    expect(button().getAttribute('aria-busy')).not.toBe('true')
    expect(created).toHaveLength(0)
  })

  it('sends a number that is still being typed on Ctrl+Enter', async () => {
    studioStore.getState().pictureChosen(picture)
    show()
    const faces = screen.getByRole('spinbutton', { name: 'Faces' })
    await user.clear(faces)
    await user.type(faces, '1234')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(created).toHaveLength(1))
    expect(created[0]!.params).toMatchObject({ faces: 1234 })
  })

  it('stops the user only if the server would refuse a value', async () => {
    studioStore.getState().pictureChosen(picture)
    set({ texture: false, pbr: true })
    show()
    expect(screen.getByText('PBR is part of the texture.')).toBeTruthy()
    expect(screen.getByText('No effect.')).toBeTruthy()
    expect(await generate()).toMatchObject({ texture: false, pbr: true })
  })

  it('shows at once which rule a choice violates, and sends nothing', async () => {
    studioStore.getState().pictureChosen(picture)
    show()
    await user.click(screen.getByRole('switch', { name: 'Quads' }))
    expect(screen.getByRole('alert').textContent).toBe('Quads have no texture.')
    expect(screen.getByText('Output format: FBX.')).toBeTruthy()
    await user.click(button())
    expect(created).toEqual([])
    await user.click(screen.getByRole('switch', { name: 'Texture' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('recommends a larger picture but accepts a small one', async () => {
    studioStore.getState().pictureChosen(picture)
    show()
    expect(
      screen.getByText(/^Pictures of at least 256 px per side give better models/),
    ).toBeTruthy()
    expect(await generate()).toMatchObject({ file: { file_token: picture.id } })
  })

  it('offers multiple choices in the order of the schema', async () => {
    studioStore.getState().pictureChosen(picture)
    show()
    const group = screen.getByRole('group', { name: 'Formats' })
    await user.click(within(group).getByRole('button', { name: 'STL' }))
    await user.click(within(group).getByRole('button', { name: 'GLB' }))
    expect(await generate()).toMatchObject({ formats: ['glb', 'stl'] })
  })

  it('keeps the settings that another model supports, and lists the others', async () => {
    set({ texture: false, faces: 800, quad: true })
    show()
    await switchTo('Caster')
    const note = await screen.findByRole('status')
    expect(note.textContent).toContain('Kept: Texture.')
    expect(note.textContent).toContain('Not carried over: Faces, Quads.')
    expect(note.textContent).toContain('Faces must be between 1 and 100.')
    expect(note.textContent).toContain('Caster has no such setting.')
    expect(studioStore.getState().drafts[caster.id]).toEqual({ texture: false })
    expect(studioStore.getState().drafts[carver.id]).toMatchObject({ faces: 800, quad: true })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('renders the form of the selected model in the click event, without rendering the old form again', async () => {
    show()
    const option = await optionFor('Caster')
    await codeLoaded()
    let pickedAtOnce: string | undefined
    const look = () => (pickedAtOnce = studioStore.getState().modelId)
    addEventListener('click', look)
    await user.click(option)
    removeEventListener('click', look)
    expect(pickedAtOnce).toBe(caster.id)
  })

  it('keeps the focus on the list of models when the form changes', async () => {
    show()
    await switchTo('Caster')
    await screen.findByText('Views')
    await waitFor(() => expect(document.activeElement).toBe(modelList()))
    expect(modelList().textContent).toContain('Caster')
  })

  it('uses the main picture as the front view, and asks for a picture if there is none', async () => {
    studioStore.setState({ modelId: caster.id })
    show()
    expect(await screen.findByText('(required)')).toBeTruthy()
    await user.click(button())
    expect(screen.getByRole('alert').textContent).toBe('Views: choose pictures.')
    studioStore.getState().pictureChosen(picture)
    const front = await screen.findByRole('img', { name: 'Front' })
    expect(front.getAttribute('src')).toBe(`/api/files/${picture.id}/content`)
    expect(await generate()).toMatchObject({ files: [{ file_token: picture.id }, {}] })
    await user.click(screen.getByRole('button', { name: 'Remove Front' }))
    expect(screen.queryByRole('img', { name: 'Front' })).toBeNull()
  })

  it('makes a model from text if the model needs no picture', async () => {
    studioStore.setState({ modelId: teller.id, picture })
    show()
    expect(screen.queryByText(/^(Choose a|No) picture/)).toBeNull()
    await user.click(button())
    expect(created).toHaveLength(0)
    await user.type(await screen.findByRole('textbox', { name: /^Prompt/ }), 'A small knight')
    expect(await generate()).toEqual({ prompt: 'A small knight' })
  })

  it('allows all params to be edited as JSON, and checks them', async () => {
    studioStore.getState().pictureChosen(picture)
    set({ faces: 800 })
    show()
    await user.click(screen.getByRole('button', { name: 'Settings as text (JSON)' }))
    const area = await screen.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Params as JSON',
    })
    expect(JSON.parse(area.value)).toMatchObject({ faces: 800, texture: true })
    expect(screen.getByLabelText('curl command').textContent).toContain('"faces": 800')

    fireEvent.change(area, { target: { value: '{"faces": ' } })
    expect(screen.getByRole('alert').textContent).toBe('This is not valid JSON.')
    fireEvent.change(area, { target: { value: '{"file": {"url": "b"}, "speed": 9}' } })
    expect(screen.getByRole('alert').textContent).toMatch(/^speed is not a param of this model/)
    await user.click(button())
    expect(created).toEqual([])

    const params = { file: { file_token: picture.id }, faces: 7, texture: false, pbr: false }
    fireEvent.change(area, { target: { value: JSON.stringify(params) } })
    fireEvent.blur(area)
    expect(await generate()).toEqual({ ...params })
  })
})
