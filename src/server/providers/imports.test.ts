import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compareSchemas } from '#lib/params/compare-schemas.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { tinyGlb } from '../generation/tasks.fixture.ts'
import { applyConfirmation } from '../models/openapi/to-param-schema.ts'
import { resolveRefs } from '../models/openapi/resolve-refs.ts'
import type { ConfirmedImport, ImportForm } from '../ports/model-import.ts'
import { falFixture } from './fal/fal.fixture.ts'
import { falDocument } from './fal/fal-openapi.fixture.ts'
import { openApi, replicateFixture } from './replicate/replicate.fixture.ts'
import { sendBytes, json, openService } from './service/service.fixture.ts'
import {
  settingsFor,
  type Service3dFixture,
  type TestService,
} from './service/service-3d.fixture.ts'

let service: TestService
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

const signal = () => AbortSignal.timeout(300_000)
const connect = (fixture: Service3dFixture, imported: ConfirmedImport[] = []) =>
  fixture.connect(
    { ...settingsFor(service.origin, fixture.secrets), imported: () => imported },
    { pollMs: 2 },
  )
const read = (fixture: Service3dFixture, source: string) =>
  connect(fixture).importer!.read(source, { signal: signal() })
const asImported = (form: ImportForm, output?: string): ConfirmedImport => ({ ...form, output })

describe('import of a fal model', () => {
  const model = 'someone/new-3d/fast'
  const described = (document: object | undefined) =>
    json({
      models: [
        {
          endpoint_id: model,
          metadata: { display_name: 'New 3D', description: 'Makes things.' },
          ...(document && { openapi: document }),
        },
      ],
    })

  it.each([model, `https://fal.ai/models/${model}`, `https://fal.ai/models/${model}/api?x=1`])(
    'accepts a model’s name and the addresses of its pages: %s',
    async (source) => {
      service.on('GET /v1/models', described(falDocument(model)))
      const form = await read(falFixture, source)
      expect(form).toMatchObject({
        model,
        name: 'New 3D',
        pictures: ['guide_url', 'photo_url'],
        outputs: [{ id: 'extra_glb' }, { id: 'mesh' }, { id: 'thumbnail' }],
      })
      const fields = readFields(form.paramSchema)
      expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
        ['photo_url', 'picture'],
        ['prompt', 'text'],
        ['resolution', 'enum'],
        ['seed', 'seed'],
        ['guide_url', 'text'],
        ['strength', 'number'],
      ])
      expect(fields[0]!.description).toBe('A photo of the object . See')
      expect(form.paramSchema.properties['strength']).toMatchObject({ exclusiveMinimum: 0 })
      expect(service.calls[0]!.query).toBe('endpoint_id=someone%2Fnew-3d%2Ffast&expand=openapi-3.0')
    },
  )

  it('reads the public document if the document for the API key does not contain the model', async () => {
    service.on('GET /v1/models', described(undefined))
    service.on('GET /api/openapi/queue/openapi.json', json(falDocument(model)))
    expect((await read(falFixture, model)).params).toContain('photo_url')
    const [, asked] = service.calls
    expect(asked!.headers).not.toHaveProperty('authorization')
  })

  it('submits an imported model with its pictures and returns the chosen output', async () => {
    falFixture.serve(service, tinyGlb())
    service.on('GET /v1/models', described(falDocument(model)))
    const form = await read(falFixture, model)
    const paramSchema = applyConfirmation(form.paramSchema, {
      pictures: ['guide_url'],
      params: ['guide_url', 'seed'],
    })
    expect(readFields(paramSchema).map(({ kind }) => kind)).toEqual(['seed', 'picture'])
    const at = '/someone/new-3d/requests/up-1'
    const file = (name: string) => ({ url: `${service.origin}/files/${name}` })
    service.on(`POST /${model}`, json({ request_id: 'up-1', status: 'IN_QUEUE' }))
    service.on(`GET ${at}/status`, json({ status: 'COMPLETED' }))
    service.on(`GET ${at}`, json({ extra_glb: file('a.glb'), mesh: file('b.glb') }))
    service.on('GET /files/a.glb', json({}, 404))
    service.on('GET /files/b.glb', sendBytes(tinyGlb()))
    const { generation } = connect(falFixture, [asImported(form, 'mesh')])
    const request = { ...falFixture.request, model }
    const submitted = await generation!.submit!(request, signal())
    expect(
      (await generation!.produce({ ...request, ...submitted }, () => {}, signal())).bytes,
    ).toHaveLength(tinyGlb().byteLength)
  })

  it('refuses a name that does not belong to a model', async () => {
    await expect(read(falFixture, 'not a name')).rejects.toMatchObject({ code: 'bad_request' })
    service.on('GET /v1/models', json({ models: [] }))
    await expect(read(falFixture, model)).rejects.toMatchObject({ code: 'unknown_model' })
  })
})

describe('import of a Replicate model', () => {
  it('submits the same version that the import has read', async () => {
    replicateFixture.serve(service, tinyGlb())
    const Output = { type: 'object', properties: { model_file: { type: 'string', format: 'uri' } } }
    const { schemas } = openApi.components
    const document = { components: { schemas: { ...schemas, Output } } }
    service.on(
      'GET /v1/models/someone/mesh',
      json({ latest_version: { id: 'abc1', openapi_schema: document } }),
    )
    const form = await read(replicateFixture, 'https://replicate.com/someone/mesh:abc/api')
    expect(form).toMatchObject({
      model: 'someone/mesh',
      outputs: [{ id: 'model_file' }],
      wire: { version: 'abc1' },
    })
    service.on('POST /v1/predictions', json({ id: 'up-1', status: 'starting' }, 201))
    const request = { ...replicateFixture.request, model: 'someone/mesh' }
    await connect(replicateFixture, [asImported(form)]).generation!.submit!(request, signal())
    expect(service.calls.at(-1)).toMatchObject({
      path: '/v1/predictions',
      body: { version: 'abc1' },
    })
    await expect(read(replicateFixture, 'mesh')).rejects.toMatchObject({ code: 'bad_request' })
  })
})

const schema = (properties: Record<string, object>, required: string[] = []) =>
  ({ type: 'object', properties, required }) as never

describe('OpenAPI document of an imported model', () => {
  it('resolves only references within the document, and stops at cycles', () => {
    const schemas = { A: { properties: { next: { $ref: '#/s/A' } } } }
    expect(resolveRefs({ s: schemas }, { $ref: '#/s/A' })).toBeUndefined()
    expect(resolveRefs({}, { $ref: 'https://elsewhere.example/x.json' })).toEqual({})
    expect(resolveRefs({}, { $ref: '#/constructor/prototype' })).toEqual({})
  })

  it('lists added, removed and changed params', () => {
    const before = schema({ a: { type: 'integer', default: 1, title: 'A' }, b: {}, c: {} }, ['c'])
    const after = schema({
      a: { type: 'integer', default: 2, maximum: 9, title: 'A' },
      c: {},
      d: {},
    })
    expect(compareSchemas(before, after)).toEqual([
      { name: 'a', title: 'A', kind: 'changed', what: 'default', before: '1', after: '2' },
      { name: 'a', title: 'A', kind: 'changed', what: 'maximum', after: '9' },
      { name: 'b', title: 'b', kind: 'removed' },
      { name: 'c', title: 'c', kind: 'changed', what: 'required', before: 'true', after: 'false' },
      { name: 'd', title: 'd', kind: 'added' },
    ])
  })
})
