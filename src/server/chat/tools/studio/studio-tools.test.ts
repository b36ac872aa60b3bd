import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { QuotedPrice } from '#contract/bills.ts'
import { conversationDetailSchema } from '#contract/chat/chat.ts'
import sharp from 'sharp'
import type { ChatModel, Model3d } from '#contract/models.ts'
import { photosMin } from '#engine/scan-params.ts'
import { newId } from '#lib/id.ts'
import {
  fakeProvider,
  noStats,
  openTaskWorld,
  png,
  testModel,
  tinyGlb,
  type World,
} from '../../../generation/tasks.fixture.ts'
import { createChangeAsset } from '../../../library/change-asset.ts'
import { createImportModel } from '../../../library/import-model.ts'
import { createCatalogue } from '../../../models/catalogue.ts'
import { localScan } from '../../../models/local-scan.ts'
import { fixedProviders } from '../../../ports/providers.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import { openChatApp, createQuestion } from '../../chat-app.fixture.ts'
import { ScriptedProvider } from '../../scripted-provider.fixture.ts'
import type { CalledTool } from '../called-tool.ts'
import { toolContext } from '../tool-context.fixture.ts'
import type { ToolContext } from '../tool.ts'
import { createToolbox } from '../tools.ts'
import { createStudioTools } from './studio-tools.ts'
import type { Studio } from './studio.ts'

const tinyPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let world: World
let made: number
let ordered: unknown
let models: Model3d[]
let gate: Promise<void>
let studio: Studio
let signalOfViews: AbortSignal | undefined
let viewsAsked: { sides: readonly object[] } | undefined

beforeEach(async () => {
  made = 0
  models = [testModel]
  gate = Promise.resolve()
  const provider = fakeProvider({
    listModels: () => Promise.resolve(models),
    produce: async ({ params }) => {
      made++
      ordered = params
      await gate
      return { bytes: tinyGlb(), mimeType: 'model/gltf-binary', fileName: 'model.glb' }
    },
    readPrice: () => Promise.resolve({ amount: '0.2', currency: 'USD' }),
  })
  world = await openTaskWorld(store, { provider })
  const { tasks, assets, files, blobs } = world
  const importModel = createImportModel({
    store,
    blobs,
    inspect: () => Promise.resolve({ stats: noStats, issues: [] }),
  })
  const workshop: Studio['workshop'] = {
    work: (request) =>
      Promise.resolve({
        answer: { sentences: [request.type === 'report' ? 'Watertight' : 'Scaled.'] },
        bytes: request.type === 'convert' ? new Uint8Array([1, 2, 3]) : tinyGlb('changed'),
      }),
  }
  studio = {
    tasks,
    assets,
    files,
    blobs,
    catalogue: {
      ...createCatalogue({ providers: fixedProviders({ generation: [provider] }) }),
      defaultFor: () => testModel.id,
    },
    bills: { price: () => Promise.resolve({ amount: '0.2', currency: 'USD' }) },
    workshop,
    changeAsset: createChangeAsset({ blobs, workshop, importModel }),
    cutouts: {
      maskOf: () =>
        sharp({ create: { width: 32, height: 32, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    },
    fetchPicture: async () => ({ bytes: await png('#123456'), name: 'far.png' }),
    inspect: async ({ views }, { signal }) => {
      signalOfViews = signal
      viewsAsked = views
      return {
        type: 'inspected',
        stats: noStats,
        issues: { errors: 0, warnings: 1, messages: ['Odd.'] },
        views: await png(),
      }
    },
  }
})
afterEach(() => world.close())

const toolbox = () => createToolbox({ more: () => createStudioTools(studio) })
const run = (name: string, given: object, context: Partial<ToolContext> = {}) => {
  const { orderId, ...rest } = toolContext({
    pictures: () => Promise.resolve([{ id: world.picture, name: 'Teddy.png' }]),
    ...context,
  })
  const call: CalledTool = {
    index: 0,
    round: 0,
    upstreamId: 'a',
    name,
    arguments: JSON.stringify(given),
    status: 'running',
    at: { text: 0, reasoning: 0 },
    orderId,
  }
  return toolbox().pick([call.name]).run(call, rest)
}

describe('tool make_3d_model', () => {
  it('makes a model from the newest picture, once per call id', async () => {
    const orderId = newId()
    const { call } = await run('make_3d_model', { name: 'Bear' }, { orderId })
    expect(call).toMatchObject({
      status: 'done',
      result: expect.stringContaining('Made: Bear'),
      structured: { name: 'Bear', made_by: testModel.id },
    })
    const again = await run('make_3d_model', { name: 'Bear' }, { orderId })
    expect(again.call.assetIds).toEqual(call.assetIds)
    expect(made).toBe(1)
  })

  it.each([
    ['picture', { picture: 'Hat.png' }, 'Teddy.png'],
    ['param', { params: { face_limit: 5 } }, 'face_limit'],
    ['kind of argument', { picture: 7 }, '“picture”'],
  ])('explains an invalid %s', async (_what, given, words) => {
    const { call } = await run('make_3d_model', given)
    expect(call).toMatchObject({ status: 'failed', result: expect.stringContaining(words) })
    expect(made).toBe(0)
  })

  it('gives a scan all pictures of the chat in their order, and explains that more are needed', async () => {
    const { files } = world
    models = [{ ...localScan, id: 'fake/scan', provider: 'fake' }]
    const photos: { id: string; name: string }[] = []
    for (let k = 0; k < photosMin; k++) {
      const { id } = await files.upload(await png(`#0000${10 + k}`), `photo-${k}.png`)
      photos.push({ id, name: `photo-${k}.png` })
    }
    const scan = (count: number) =>
      run(
        'make_3d_model',
        { model: 'fake/scan' },
        { pictures: () => Promise.resolve(photos.slice(0, count)) },
      )
    expect((await scan(photosMin - 1)).call).toMatchObject({
      status: 'failed',
      result: expect.stringContaining('files'),
    })
    expect((await scan(photosMin)).call.status).toBe('done')
    expect(ordered).toMatchObject({ files: photos.map(({ id }) => ({ file_token: id })) })
  })

  it('accepts a picture by name and by URL', async () => {
    for (const picture of ['Teddy.png', 'https://example.com/far.png']) {
      expect((await run('make_3d_model', { picture })).call.status).toBe('done')
    }
  })

  it('shows the price of the model in the permission request', async () => {
    const { signal } = new AbortController()
    expect(
      await toolbox().pick(['make_3d_model']).checkPermission('make_3d_model', '{}', signal),
    ).toEqual({
      asks: true,
      price: 'Fake model: $0.20',
      priceUsd: 0.2,
    })
    expect(
      await toolbox().pick(['look_at_model']).checkPermission('look_at_model', '{}', signal),
    ).toEqual({
      asks: false,
    })
  })

  it('shows the price from the form if the service quotes none, or credits without a currency', async () => {
    const { signal } = new AbortController()
    const leaveWith = (price: object | undefined, quoted?: QuotedPrice['price']) => {
      const { paramSchema } = testModel
      const priced = { ...paramSchema, ...(price && { 'x-price': price }) }
      const model3d = { ...testModel, paramSchema: priced }
      const found = { provider: studio.catalogue, model: 'm', model3d }
      const own = createToolbox({
        more: () =>
          createStudioTools({
            ...studio,
            bills: { price: () => Promise.resolve(quoted) },
            catalogue: { ...studio.catalogue, generation: () => Promise.resolve(found as never) },
          }),
      })
      return own.pick(['make_3d_model']).checkPermission('make_3d_model', '{}', signal)
    }
    const inDollars = { unit: 'usd', base: 0.35 }
    expect(await leaveWith(inDollars)).toMatchObject({
      price: 'Fake model: about $0.35',
      priceUsd: 0.35,
    })
    const inCredits = { unit: 'credit', base: 30, certain: true }
    expect(await leaveWith(inCredits)).toEqual({ asks: true, price: 'Fake model: 30 credits' })
    expect(await leaveWith({ ...inCredits, usdPerUnit: 0.01 })).toMatchObject({ priceUsd: 0.3 })
    expect(await leaveWith(inDollars, { amount: '12' })).toEqual({
      asks: true,
      price: 'Fake model: 12 credits',
    })
    expect(await leaveWith(undefined)).toMatchObject({
      price: 'Fake model: price not stated by the service',
    })
  })

  it('continues after a restart and pays only once', async () => {
    const held = new AbortController()
    gate = new Promise((resolve) => held.signal.addEventListener('abort', () => resolve()))
    const tools = createStudioTools(studio)
    const app = await openChatApp(store, { tools })
    const id = newId()
    const request = createQuestion('Make it.', {
      settings: { tools: ['make_3d_model'], allowedTools: ['make_3d_model'] },
    })
    await app.call(`/api/conversations/${id}/runs`, 'POST', {
      ...request,
      question: {
        ...request.question,
        attachments: [{ kind: 'picture', id: world.picture }],
      },
    })
    app.provider.say({
      toolCalls: [{ index: 0, id: 'up', function: { name: 'make_3d_model', arguments: '{}' } }],
    })
    app.provider.finish('tool_calls')
    await vi.waitFor(() => expect(made).toBe(1))
    await app.close()

    const next = await openChatApp(store, { tools })
    await next.chat.recoverRuns()
    held.abort()
    await vi.waitFor(() => expect(next.provider.requests).toHaveLength(1))
    next.provider.say('Here it is.')
    next.provider.finish()
    await vi.waitFor(async () => {
      const detail = await (await next.call(`/api/conversations/${id}`)).json()
      const answer = conversationDetailSchema.parse(detail).messages.at(-1)
      expect(answer).toMatchObject({ text: 'Here it is.', run: { status: 'completed' } })
      expect(answer?.toolCalls).toMatchObject([{ status: 'done', taskId: expect.any(String) }])
    })
    expect(made).toBe(1)
    await next.close()
  })
})

function connect(painters: ChatModel[]): ScriptedProvider {
  const provider = new ScriptedProvider()
  const listModels = async () => [...(await new ScriptedProvider().listModels()), ...painters]
  provider.listModels = listModels as ScriptedProvider['listModels']
  Object.assign(
    studio.catalogue,
    createCatalogue({ providers: fixedProviders({ chat: [provider] }) }),
  )
  return provider
}

describe('tool make_picture', () => {
  const { signal } = new AbortController()
  const drawn = `data:image/png;base64,${tinyPng}`
  const painter: ChatModel = {
    id: 'scripted/painter',
    name: 'Painter',
    provider: 'scripted',
    description: '',
    kind: 'chat',
    canDraw: true,
    price: { currency: 'USD', prompt: 1, completion: 30 },
  }

  it('shows its price in the permission request, and returns a picture that make_3d_model accepts', async () => {
    const provider = connect([painter])
    expect(
      await toolbox()
        .pick(['make_picture'])
        .checkPermission('make_picture', '{"prompt":"A hat"}', signal),
    ).toMatchObject({
      asks: true,
      price: expect.stringContaining('Painter: 30 USD'),
      priceUsd: 0.12,
    })
    provider.say({ text: 'Here.' }, { extra: { images: [{ image_url: { url: drawn } }] } })
    provider.finish()
    const { call, pictures } = await run('make_picture', { prompt: 'A hat, from the front' })
    expect(call).toMatchObject({ status: 'done', result: expect.stringContaining('Here.') })
    expect(pictures).toMatchObject([{ name: 'A hat from the front.png' }])
    expect(provider.requests).toMatchObject([{ model: 'painter', modalities: ['image', 'text'] }])
  })

  it('does not pay for a picture again after a restart', () => {
    expect(toolbox().describe('make_picture')?.isRepeatable).toBeUndefined()
  })

  it('explains that no model makes pictures, or that the model returned no picture', async () => {
    connect([])
    const none = await run('make_picture', { prompt: 'A hat' })
    expect(none.call.result).toContain('Settings › Models and services')
    const provider = connect([painter])
    const other = await run('make_picture', { prompt: 'A hat', model: 'scripted/writer' })
    expect(other.call.result).toContain('scripted/painter')
    provider.say('I will not draw that.')
    provider.finish()
    expect((await run('make_picture', { prompt: 'A hat' })).call).toMatchObject({
      status: 'failed',
      result: expect.stringContaining('I will not draw that.'),
    })
  })
})

describe('tools for existing 3D models', () => {
  it('show, inspect and find a model', async () => {
    const { call } = await run('make_3d_model', { name: 'Zebra' })
    const [id] = call.assetIds ?? []
    const looked = await run('look_at_model', { id, sides: ['top'], mode: 'clay' })
    expect(looked.pictures).toHaveLength(1)
    expect(looked.call.result).toContain('Seen from top')
    expect(looked.call.result).toContain(`[the model](model:${id})`)
    expect(signalOfViews?.aborted).toBe(false)
    const inspected = (await run('inspect_model', { id })).call
    expect(inspected.structured).toMatchObject({ validator: { warnings: 1, messages: ['Odd.'] } })
    const [forPeople, forModels] = (inspected.result ?? '').split('\n\n')
    expect(forPeople).toContain('1 warning')
    expect(forPeople).not.toContain('](model:')
    expect(forModels).toContain(`[the model](model:${id})`)
    expect(looked.call.structured).toEqual({ id, views: ['top'], columns: 1 })
    const found = await run('search_library', { query: 'zebra' })
    expect(found.call.result).toContain(id)
    expect(found.call.structured).toMatchObject({ models: [{ id }] })
    const none = await run('search_library', { query: 'xyzzy' })
    expect(none.call.structured).toEqual({ models: [] })
    expect((await run('list_3d_models', {})).call.structured).toMatchObject({
      default: testModel.id,
      models: [{ id: testModel.id }],
    })
    expect((await run('list_3d_models', { model: testModel.id })).call.result).toContain(
      'face_limit',
    )
  })

  it('treat the model that a question mentions as the latest model', async () => {
    const [zebra] = (await run('make_3d_model', { name: 'Zebra' })).call.assetIds ?? []
    await run('make_3d_model', { name: 'Hat' })
    const app = await openChatApp(store, { tools: createStudioTools(studio) })
    const id = newId()
    const request = createQuestion(`/look “Zebra” (model ${zebra})`)
    await app.call(`/api/conversations/${id}/runs`, 'POST', {
      ...request,
      modelId: 'bozzetto/guide',
    })
    await vi.waitFor(async () => {
      const detail = await (await app.call(`/api/conversations/${id}`)).json()
      const answer = conversationDetailSchema.parse(detail).messages.at(-1)
      expect(answer?.toolCalls).toMatchObject([{ status: 'done', assetIds: [zebra] }])
    })
    await app.close()
  })

  it('change a copy of a model once, and compare models', async () => {
    const { call } = await run('make_3d_model', { name: 'Zebra' })
    const [id = ''] = call.assetIds ?? []
    const orderId = newId()
    const steps = [{ kind: 'height', heightMm: 80 }]
    const changed = await run('change_model', { id, steps, name: 'Small' }, { orderId })
    expect(changed.call).toMatchObject({
      status: 'done',
      assetIds: [orderId],
      result: expect.stringContaining('Scaled.'),
    })
    const again = await run('change_model', { id, steps, name: 'Small' }, { orderId })
    expect(again.call.assetIds).toEqual([orderId])
    const stored = await world.assets.find(orderId)
    expect(stored?.asset.recipe).toMatchObject({ source: { assetId: id }, params: { steps } })
    expect((await run('compare_models', { ids: [id, orderId] })).pictures).toHaveLength(2)
    const wrong = await run('change_model', { id, steps: [{ kind: 'height', heightMm: -1 }] })
    expect(wrong.call).toMatchObject({ status: 'failed', result: expect.stringContaining('steps') })
  })

  it('render the place of a note whose text is given, and explain how to link to the note', async () => {
    const { call } = await run('make_3d_model', { name: 'Bear' })
    const [id = ''] = call.assetIds ?? []
    await world.assets.change(id, { notes: [{ id: 1, at: [1, 0, 0], text: 'Left ear' }] })
    const seen = await run('look_at_model', { id, sides: ['front'], note: 'left ear' })
    expect(seen.call.result).toContain('Seen from front, the note')
    expect(seen.call.result).toContain(`Left ear: model:${id}#note=Left%20ear`)
    expect(viewsAsked?.sides.at(-1)).toEqual({ yaw: Math.PI / 2, pitch: 0 })
    const wrong = await run('look_at_model', { id, note: 'Tail' })
    expect(wrong.call).toMatchObject({ status: 'failed', result: expect.stringContaining('Tail') })
  })

  it('save a model in another format as a version of the model', async () => {
    const { call } = await run('make_3d_model', { name: 'Bear' })
    const [id = ''] = call.assetIds ?? []
    const orderId = newId()
    const stl = { kind: 'convert', format: 'stl' }
    const steps = [{ kind: 'height', heightMm: 80 }, stl]
    await run('change_model', { id, steps }, { orderId })
    const stored = await world.assets.find(orderId)
    expect(stored?.asset).toMatchObject({
      name: 'Bear, changed, STL',
      mimeType: 'model/stl',
      sizeBytes: 3,
      recipe: { source: { assetId: id, step: 'Scaled, STL' } },
    })
    const seen = await run('look_at_model', { id: orderId })
    expect(seen.call.result).toContain(`made of ${id}`)
    const later = await run('look_at_model', {}, { models: () => Promise.resolve([id, orderId]) })
    expect(later.call).toMatchObject({ status: 'done', result: expect.stringContaining(id) })
    const wrong = await run('change_model', { id, steps: [stl, { kind: 'plate' }] })
    expect(wrong.call).toMatchObject({ status: 'failed', result: 'Convert must be the last step.' })
  })

  it('remove the background of a picture', async () => {
    const { pictures } = await run('cut_out_picture', {})
    expect(pictures).toMatchObject([{ name: 'Teddy-cut-out.png' }])
    expect((await sharp(pictures[0]?.bytes).metadata()).hasAlpha).toBe(true)
  })

  it('explain that a model does not exist', async () => {
    const { call } = await run('look_at_model', { id: 'bear' })
    expect(call).toMatchObject({ status: 'failed', result: expect.stringContaining('search_') })
  })
})
