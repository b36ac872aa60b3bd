import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Model3d } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { checkParams } from '#lib/params/check/check-params.ts'
import { defaultParams } from '#lib/params/effective-params.ts'
import { fakeProvider } from '../../generation/tasks.fixture.ts'
import { knownModels } from '../../models/known-models.ts'
import { localImageTo3d } from '../../models/local-image-to-3d.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { testApiKey, openModelServer, origin, type ModelServer } from './model-routes.fixture.ts'

const models: Model3d[] = [
  { ...localImageTo3d, id: 'fake/image-to-3d', provider: 'fake' },
  ...Object.entries(knownModels).map(([name, { name: title, description, paramSchema }]) => ({
    id: `fake/${name}`,
    name: title,
    provider: 'fake',
    kind: '3d' as const,
    description,
    paramSchema,
  })),
]
const named = models.map((model) => [model.id, model] as const)

let store: Store
let server: ModelServer
beforeAll(async () => {
  store = await openTestStore()
  const provider = fakeProvider({ listModels: () => Promise.resolve(models) })
  server = await openModelServer(store, { provider })
})
afterAll(async () => {
  await server.close()
  await store.close()
})

const read = async (path: string) => (await server.call(path)).body
const skills = '/model/v1/models/skill'
const catalogue = '/api/v1/skill'

const getIds = async (query: string): Promise<string[]> =>
  (await read(`${skills}/search?${query}`)).hits.map(({ id }: { id: string }) => id)

describe('GET /model/v1/models/skill/search', () => {
  it('lists all models with their input and output types', async () => {
    const body = await read(`${skills}/search`)
    expect(body).toMatchObject({ query: '', limit: 20, offset: 0, totalHits: models.length })
    expect(body.hits).toHaveLength(models.length)
    expect(body.hits[0]).toMatchObject({
      id: 'fake/image-to-3d',
      provider: 'fake',
      input: ['image'],
      output: ['3d'],
      tags_abbr: ['i23d'],
      skill_content: expect.stringContaining('# Local engine'),
    })
  })

  it.each([
    ['q=TRIPO+multiview', ['fake/tripo3d_multiview_to_model']],
    ['q=tripo&input=text', ['fake/tripo3d_text_to_model']],
    ['q=seed3d&input=text&input=image', ['fake/volces_seed3d', 'fake/spark_3d']],
    ['q=tripo&type=t23d', ['fake/tripo3d_text_to_model']],
    ['output=image', []],
    ['provider=other', []],
  ])('filters the models by %s', async (query, ids) => {
    expect((await getIds(query)).toSorted()).toEqual(ids.toSorted())
  })

  it('limits the number of results and returns the total count', async () => {
    const body = await read(`${skills}/search?q=&output=3d&limit=2`)
    expect(body.hits).toHaveLength(2)
    expect(body.estimatedTotalHits).toBe(models.length)
  })
})

it.each(['fake/tripo3d_image_to_model', 'fake%2Ftripo3d_image_to_model', 'tripo3d_image_to_model'])(
  'describes the model %s in Markdown',
  async (id) => {
    const response = await server.fetch(`${skills}/${id}`)
    expect(response.headers.get('content-type')).toContain('text/markdown')
    expect(await response.text()).toMatch(
      /^# Tripo image to model[^]*\| `face_limit` \| integer \|/,
    )
  },
)

describe('GET /api/v1/skill/models', () => {
  it('requires a key, which may be in the URL', async () => {
    const statuses: number[] = []
    for (const authorization of ['', 'Bearer sa-wrong', `Basic ${btoa(`any:${testApiKey}`)}`]) {
      const { status } = await server.call(`${catalogue}/models`, { headers: { authorization } })
      statuses.push(status)
    }
    expect(statuses).toEqual([401, 401, 200])
  })

  it('lists models in pages', async () => {
    const { body } = await server.call(`${catalogue}/models?page=2&page_size=3`)
    expect(body).toMatchObject({
      status: { code: 200, message: 'ok' },
      data: { total: models.length, page: 2, page_size: 3 },
    })
    expect(body.data.models.map(({ id }: { id: string }) => id)).toEqual(
      models.slice(3, 6).map(({ id }) => id),
    )
  })

  it('filters by type, provider and keywords, and adds a curl command on request', async () => {
    const query = 'type=3d&provider=fake&keywords=rapid&include_curl=true&page_size=1000'
    const { data } = await read(`${catalogue}/models?${query}`)
    expect(data).toMatchObject({
      total: 1,
      models: [{ model_id: 'fake/tencent_hunyuan_3d_rapid', type: '3d', has_spec: true }],
    })
    expect(data.models[0].curl).toContain(`curl ${origin}/model/v1/generation `)
  })
})

describe.each(named)('spec of the model %s', (id, { paramSchema }) => {
  it('has every param with one type, and choices as text', async () => {
    const { data } = await read(`${catalogue}/models/${id}/spec`)
    expect(data.api.endpoint).toBe(`${origin}/model/v1/generation`)
    expect(data.parameters.map(({ name }: { name: string }) => name)).toEqual(
      Object.keys(paramSchema.properties),
    )
    for (const { type, constraints } of data.parameters) {
      expect(type).toMatch(/^(string|integer|number|boolean|array|object)$/)
      for (const choice of constraints?.enum ?? []) expect(choice).toEqual(expect.any(String))
    }
  })
})

describe.each(named)('contract of the model %s', (id, { paramSchema }) => {
  it('can be parsed by typed clients, and contains a valid example', async () => {
    const { data } = await read(`${catalogue}/model-contracts/${id}`)
    expect(data).toMatchObject({
      schema_version: 'model-contract.v1',
      revision: expect.stringMatching(/^[0-9a-f]{16}$/),
      model_id: id,
      protocol: 'queue',
      body_mode: 'raw_json',
      endpoints: { submit: { method: 'POST', path: `/model/v1/queue/${id}` } },
      param_schema: paramSchema,
    })
    expect(unreadableIn(data.input_schema, '')).toEqual([])
    const [{ input }] = data.examples
    expect(checkParams(paramSchema, input)).toEqual([])
    // Adds all defaults, because some clients send them together with their own params.
    expect(checkParams(paramSchema, { ...defaultsIn(paramSchema), ...input })).toEqual([])
  })
})

/**
 * Returns the paths of schema parts that typed clients cannot parse: several types or `items`, or a
 * value that is not boolean where a boolean is expected.
 */
function unreadableIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [path]
  const {
    type = '',
    items,
    additionalProperties: open = true,
    properties = {},
  } = schema as {
    [keyword: string]: unknown
  }
  const parts: [string, unknown][] = Object.entries(properties as object)
  if (items !== undefined) parts.push(['items', items])
  return [
    ...(typeof type === 'string' && typeof open === 'boolean' ? [] : [path]),
    ...parts.flatMap(([name, part]) => unreadableIn(part, `${path}/${name}`)),
  ]
}

const defaultsIn = (schema: ParamSchema) =>
  Object.fromEntries(
    Object.entries(defaultParams(schema)).filter(([name]) => {
      const field = schema.properties[name]
      return field !== undefined && !('const' in field)
    }),
  )

const getRules = async (name: string) =>
  (await read(`${catalogue}/model-contracts/fake/${name}`)).data.input_rules

it('the contract of a model contains the rules between its params', async () => {
  const fields = ['image_url', 'image_base64', 'prompt']
  expect(await getRules('tencent_hunyuan_3d')).toEqual([
    { kind: 'at_least_one', fields, notes: 'Give a picture or a description.' },
    expect.objectContaining({ kind: 'mutually_exclusive', fields }),
  ])
  expect(await getRules('tencent_hunyuan_3d_pro')).toContainEqual({
    kind: 'requires',
    when: { generate_type: 'Sketch' },
    required: ['prompt'],
    notes: 'A sketch needs a description too.',
  })
})

it.each([
  [`${catalogue}/models/nobody/nothing/spec`, 404],
  [`${catalogue}/model-contracts/nobody/nothing`, 404],
  [`${catalogue}/models?page=0`, 400],
  [`${catalogue}/else`, 404],
])('responds to %s with the status in the body: %s', async (path, code) => {
  expect(await server.call(path)).toMatchObject({
    status: code,
    body: { status: { code, message: expect.stringMatching(/.{10}/) }, data: null },
  })
})
