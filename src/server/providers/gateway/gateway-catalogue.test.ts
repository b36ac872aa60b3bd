import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { knownModels } from '../../models/known-models.ts'
import { html, json, openService, reset } from '../service/service.fixture.ts'
import { createGatewayCatalogue } from './gateway-catalogue.ts'
import { createGatewayHttp, describeGateway } from './gateway-service.ts'

const searchPath = '/model/v1/models/skill/search'
const listPath = '/api/v1/skill/models'
const contractPath = (id: string) => `/api/v1/skill/model-contracts/${encodeURIComponent(id)}`
const specPath = (id: string) => `/api/v1/skill/models/${encodeURIComponent(id)}/spec`

let gateway: Awaited<ReturnType<typeof openService>>
let catalogue: ReturnType<typeof createGatewayCatalogue>
let now = 0
beforeEach(async () => {
  gateway = await openService()
  const options = describeGateway({ baseUrl: gateway.origin, apiKey: 'sa-secret-key' })
  catalogue = createGatewayCatalogue(options, createGatewayHttp(options), () => now)
})
afterEach(() => gateway.close())

const search = (...hits: unknown[]) => gateway.on(`GET ${searchPath}`, json({ hits }))
const envelope = (data: unknown) => json({ status: { code: 200, message: 'ok' }, data })
const list = (...models: unknown[]) => gateway.on(`GET ${listPath}`, envelope({ models, total: 1 }))
const contract = (id: string, properties: object) =>
  gateway.on(
    `GET ${contractPath(id)}`,
    envelope({ model_id: id, input_schema: { type: 'object', properties } }),
  )
const ids = async () => (await catalogue.listModels()).map(({ id }) => id)

describe('createGatewayCatalogue', () => {
  it('returns the built-in models if the gateway has no model list', async () => {
    const models = await catalogue.listModels()
    expect(models.map(({ id }) => id)).toEqual(
      Object.keys(knownModels).map((name) => `gateway/${name}`),
    )
    expect(models[0]).not.toHaveProperty('vendor')
  })

  it('merges both model lists of the gateway, built-in models first', async () => {
    search({ id: 'own_3d', name: 'Own', output: ['3d'] }, { id: 'painter', output: ['image'] }, 7)
    list(
      { model_id: 'vtrix_3d', type: '3d' },
      { model_id: 'own_3d', name: 'Own', type: '3d', description: 'Of our own.' },
      { model_id: 'talker', type: 'llm' },
    )
    const models = await catalogue.listModels()
    expect(models.map(({ id, name }) => [id, name])).toEqual([
      ['gateway/vtrix_3d', 'Vtrix 3D'],
      ['gateway/own_3d', 'Own'],
    ])
    expect(models[1]).toMatchObject({ description: 'Of our own.', limits: expect.any(String) })
  })

  it('reads a model’s params from the gateway’s contract, then its spec, then the built-in models', async () => {
    search({ id: 'own/a' }, { id: 'own/b' }, { id: 'tripo3d_image_to_model' })
    contract('own/a', { prompt: { type: 'string' } })
    const parameters = [{ name: 'face_count', type: 'int' }]
    gateway.on(`GET ${contractPath('own/b')}`, json({ status: { code: 404 }, data: null }))
    gateway.on(`GET ${specPath('own/b')}`, envelope({ model_id: 'own/b', parameters }))
    const models = await catalogue.listModels()
    const known = knownModels['tripo3d_image_to_model']
    expect(models.map(({ paramSchema }) => Object.keys(paramSchema.properties))).toEqual([
      Object.keys(known?.paramSchema.properties ?? {}),
      ['prompt'],
      ['face_count'],
    ])
    expect(models[1]).not.toHaveProperty('limits')
  })

  it('caches the params of a model for ten minutes', async () => {
    search({ id: 'own' })
    contract('own', { prompt: { type: 'string' } })
    await catalogue.listModels()
    now += 599_999
    await catalogue.listModels()
    expect(gateway.countOf('GET', contractPath('own'))).toBe(1)
    now += 2
    await catalogue.listModels()
    expect(gateway.countOf('GET', contractPath('own'))).toBe(2)
  })

  it('stops requesting descriptions of models if the gateway has none', async () => {
    search(...Array.from({ length: 50 }, (_, at) => ({ id: `model${at}` })))
    expect(await ids()).toHaveLength(50)
    const asked = gateway.calls.filter(({ path }) => path.includes('contract'))
    expect(asked.length).toBeLessThanOrEqual(10)
  })

  it.each([
    ['breaks off', reset],
    ['has trouble', html(502)],
    ['shows a page', html(200)],
    ['sends half of its JSON', json('{"hits":')],
  ])('uses the second model list when the first list %s', async (_case, answer) => {
    gateway.on(`GET ${searchPath}`, answer)
    list({ model_id: 'own', type: '3d' })
    expect(await ids()).toEqual(['gateway/own'])
  })

  it('throws when both model lists fail', async () => {
    gateway.on(`GET ${searchPath}`, html(502))
    gateway.on(`GET ${listPath}`, reset)
    await expect(catalogue.listModels()).rejects.toMatchObject({ code: 'provider_failed' })
  })

  it('throws if the gateway refuses the API key', async () => {
    gateway.on(`GET ${searchPath}`, json({ error: 'missing authentication token' }, 401))
    list({ model_id: 'own', type: '3d' })
    await expect(catalogue.listModels()).rejects.toMatchObject({ code: 'provider_refused' })
  })
})
