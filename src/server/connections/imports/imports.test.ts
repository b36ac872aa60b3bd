import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectionSchema } from '#contract/connections.ts'
import {
  importChangesSchema,
  importDraftSchema,
  importedModelSchema,
  importListSchema,
} from '#contract/model-imports.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { createTestAudit } from '../../audit/audit.fixture.ts'
import { noOnnxModels } from '../../onnx-models/no-onnx-models.fixture.ts'
import type { EngineWorkers } from '../../engine/engine-workers.ts'
import { readEnv } from '../../env.ts'
import { tinyGlb } from '../../generation/tasks.fixture.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { comfyFixture } from '../../providers/comfyui/comfy.fixture.ts'
import { serveApp, strangeApp } from '../../providers/gradio/gradio.fixture.ts'
import { json, openService } from '../../providers/service/service.fixture.ts'
import { pictureAt, type TestService } from '../../providers/service/service-3d.fixture.ts'
import { answerError } from '../../routes/answer-error.ts'
import { asAdmin } from '../../access/people/as-admin.fixture.ts'
import { connectionRoutes } from '../../routes/api/connections.ts'
import { modelImportRoutes } from '../../routes/api/models/model-imports.ts'
import { connections as rows, dataKeys, importedModels } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openConnections } from '../open-connections.ts'

let store: Store
let folder: string
let service: TestService
beforeAll(async () => {
  store = await openTestStore()
})
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-imports-'))
  service = await openService()
})
afterEach(async () => {
  await service.close()
  for (const table of [rows, dataKeys, importedModels]) await store.db.delete(table)
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => store.close())

const signal = () => AbortSignal.timeout(300_000)

async function open() {
  const env = readEnv({ BOZZETTO_DATA: folder, BOZZETTO_FETCH_HOSTS: '127.0.0.1' })
  const opened = await openConnections(store, env, {
    engine: {} as EngineWorkers,
    networks: noOnnxModels,
  })
  const app = new Hono()
    .use(asAdmin)
    .route('/connections', connectionRoutes({ ...opened, audit: createTestAudit() }))
    .route('/imports', modelImportRoutes(opened))
  app.onError((error, c) => answerError(c, error, 'request'))
  const call = (method: string, at: string, body?: object) =>
    app.request(at, { method, ...(body && { body: JSON.stringify(body) }) })
  const catalogue = createCatalogue({ providers: opened.providers })
  return {
    call,
    connect: async (kind: string) => {
      const made = await call('POST', '/connections', {
        kind,
        name: 'Mine',
        address: service.origin,
      })
      return connectionSchema.parse(await made.json()).id
    },
    list: async () => importListSchema.parse(await (await call('GET', '/imports')).json()).imports,
    modelIds: async () => (await catalogue.list(signal())).models.map(({ id }) => id),
    model: (id: string) => catalogue.generation(id, signal()),
  }
}

const workflow = comfyFixture.request.params['workflow']
const source = JSON.stringify(workflow)

function serveComfy(steps: object = { min: 1, max: 100 }): void {
  comfyFixture.serve(service, tinyGlb())
  const node = (name: string, about: object) =>
    service.on(`GET /object_info/${name}`, json({ [name]: about }))
  node('LoadImage', { input: { required: { image: [['a.png'], { image_upload: true }] } } })
  node('ImageToModel', {
    input: {
      required: { image: ['IMAGE'], seed: ['INT', { min: 0, max: 2 ** 64 }] },
      optional: { steps: ['INT', steps] },
    },
  })
  node('SaveGLB', {
    input: { required: { mesh: ['MESH'], filename_prefix: ['STRING', {}] } },
    output_node: true,
  })
}

describe('imported workflow of ComfyUI', () => {
  it('becomes a model immediately and after a restart, and runs with the confirmed params', async () => {
    serveComfy()
    const server = await open()
    const connection = await server.connect('comfyui')
    const read = await server.call('POST', '/imports/read', {
      connection,
      source,
      name: 'Quick mesh',
    })
    const draft = importDraftSchema.parse(await read.json())
    expect(draft).toMatchObject({
      id: `${connection}/quick-mesh`,
      outputs: [{ id: '3', label: 'SaveGLB (3)' }],
      fields: [
        { name: '1.image', isPicture: true, isShown: true },
        { name: '2.seed', isPicture: false, isShown: true },
        { name: '3.filename_prefix', isShown: false },
      ],
    })
    expect(await server.list()).toEqual([])

    const chosen = { output: '3', pictures: ['1.image'], params: ['1.image', '2.seed'] }
    const made = await server.call('POST', '/imports', {
      connection,
      source,
      name: 'Quick mesh',
      ...chosen,
    })
    expect(importedModelSchema.parse(await made.json()).modelId).toBe(draft.id)
    expect(await server.modelIds()).toContain(draft.id)
    const again = await server.call('POST', '/imports', {
      connection,
      source,
      name: 'Quick mesh',
      ...chosen,
    })
    expect(again.status).toBe(409)

    const { provider, model, model3d } = await (await open()).model(draft.id)
    expect(readFields(model3d.paramSchema).map(({ kind }) => kind)).toEqual(['picture', 'seed'])
    const request = {
      taskId: 't',
      model,
      params: { '1.image': 'ours', '2.seed': 77 },
      pictures: [pictureAt('1.image')],
    }
    const submitted = await provider.submit!(request, signal())
    const sent = service.calls.find(({ path: at }) => at === '/prompt')?.body
    expect(sent).toMatchObject({
      prompt: {
        1: { inputs: { image: 'bozzetto/0000.png' } },
        2: { inputs: { image: ['1', 0], seed: 77 } },
        3: { inputs: { filename_prefix: 'mesh' } },
      },
    })
    const result = await provider.produce({ ...request, ...submitted }, () => {}, signal())
    expect(result.fileName).toBe('model.glb')
  })

  it('is refused with the reason if it is invalid, and is deleted with its connection', async () => {
    serveComfy()
    const server = await open()
    const connection = await server.connect('comfyui')
    const said = async (text: string) => {
      const answer = await server.call('POST', '/imports/read', { connection, source: text })
      expect(answer.status).toBe(400)
      return answer.text()
    }
    expect(await said('{"nodes":[]}')).toContain('Export (API)')
    expect(await said('hello')).toContain('workflow')
    expect(await said('{"1":{"class_type":"Strange","inputs":{}}}')).toContain('no node Strange')
    const chosen = { pictures: [], params: ['2.seed'] }
    await server.call('POST', '/imports', { connection, source, name: 'W', ...chosen })
    expect(await server.list()).toHaveLength(1)
    await server.call('DELETE', `/connections/${connection}`)
    expect(await server.list()).toEqual([])
  })
})

describe('imported function of a Gradio app', () => {
  it('is compared with the app’s current description, refreshed and removed', async () => {
    serveApp(service, strangeApp)
    const server = await open()
    const connection = await server.connect('gradio')
    const about = { connection, source: '/make_it' }
    const missing = await server.call('POST', '/imports/read', { connection, source: '/nothing' })
    expect(await missing.text()).toContain('It has /make_it, /greet')
    const made = await server.call('POST', '/imports', {
      ...about,
      pictures: ['views'],
      params: ['views'],
    })
    const { id } = importedModelSchema.parse(await made.json())
    const compare = async () =>
      importChangesSchema.parse(await (await server.call('POST', `/imports/${id}/compare`)).json())
    expect(await compare()).toEqual({ changes: [], isOutputGone: false })

    const [first] = strangeApp.calls
    const steps = {
      id: 9,
      type: 'slider',
      props: { label: 'Steps', minimum: 1, maximum: 50, value: 20, step: 1 },
    }
    serveApp(service, {
      ...strangeApp,
      components: [...strangeApp.components, steps],
      calls: [{ ...first!, inputs: [1, 9], parameters: ['views', 'steps'] }],
    })
    expect((await compare()).changes).toEqual([{ name: 'steps', title: 'Steps', kind: 'added' }])
    expect(
      (await server.model(`${connection}/make_it`)).model3d.paramSchema.properties,
    ).not.toHaveProperty('steps')
    await server.call('POST', `/imports/${id}/refresh`)
    const { model3d } = await server.model(`${connection}/make_it`)
    expect(model3d.paramSchema.properties['steps']).toMatchObject({ maximum: 50, default: 20 })
    expect((await compare()).changes).toEqual([])

    expect((await server.call('DELETE', `/imports/${id}`)).status).toBe(204)
    expect(await server.list()).toEqual([])
    expect((await server.call('POST', `/imports/${id}/refresh`)).status).toBe(404)
  })

  it('is refused if the kind of connection does not support imports', async () => {
    const server = await open()
    const body = { source: 'x', connection: 'nobody' }
    expect((await server.call('POST', '/imports/read', body)).status).toBe(404)
    const connection = await server.connect('modly')
    const refused = await server.call('POST', '/imports/read', { ...body, connection })
    expect(await refused.text()).toContain('no models to import')
  })
})
