import { describe, expect, it } from 'vitest'
import { assetSchema } from '#contract/assets.ts'
import { newId } from '#lib/id.ts'
import type { GenerationRequest } from '../ports/generation-provider.ts'
import { stepsAfter, type ServiceStep } from '../providers/service/step-schema.ts'
import { fakeProvider, tinyGlb, untilOver } from './tasks.fixture.ts'
import { prepareWorlds } from './worlds.fixture.ts'

const worlds = prepareWorlds()

const rig: ServiceStep = {
  model: 'rig',
  name: 'Rig',
  description: 'Puts a skeleton into it.',
  properties: { kind: { enum: ['biped', 'bird'], default: 'biped' } },
  follows: (model) => model === 'model',
}

async function open() {
  const orders: GenerationRequest[] = []
  const provider = fakeProvider({
    steps: ({ model }) => Promise.resolve(stepsAfter('fake', [rig], model)),
    submit: (request) => {
      orders.push(request)
      return Promise.resolve({ upstreamId: `up-${orders.length}` })
    },
    produce: ({ upstreamId }) =>
      Promise.resolve({
        bytes: tinyGlb(upstreamId),
        mimeType: 'model/gltf-binary',
        fileName: 'model.glb',
      }),
  })
  const world = await worlds.open({ provider })
  const { id } = await world.tasks.create(world.request())
  const { asset } = await untilOver(world.tasks, id)
  return { ...world, orders, asset: asset! }
}

describe('follow-up steps', () => {
  it('pays for a step once, refers to the task that made its source, and stores the step with the result', async () => {
    const { tasks, assets, orders, asset } = await open()
    const [step] = await tasks.steps(asset.id)
    expect(step).toMatchObject({ id: 'fake/rig', name: 'Rig' })
    const request = {
      id: newId(),
      modelId: step!.id,
      params: { kind: 'bird' },
      sourceAssetId: asset.id,
    }
    const task = await tasks.create(request)
    expect(await tasks.create(request)).toMatchObject({ id: task.id })
    const done = await untilOver(tasks, task.id)
    expect(orders).toHaveLength(2)
    expect(orders[1]).toMatchObject({
      model: 'rig',
      params: { kind: 'bird' },
      source: { model: 'model', upstreamId: 'up-1' },
    })
    expect(assetSchema.parse(done.asset)).toMatchObject({
      name: 'Teddy',
      recipe: { modelId: 'fake/rig', source: { assetId: asset.id, name: 'Teddy', step: 'Rig' } },
    })
    expect(await tasks.steps(done.asset!.id)).toEqual([])
    await assets.remove(asset.id)
    expect(await tasks.steps(asset.id)).toEqual([])
    expect((await assets.find(done.asset!.id))?.asset.recipe?.source?.name).toBe('Teddy')
  })

  it('refuses a step that the model does not support, invalid params, and an unknown model', async () => {
    const { tasks, orders, asset, request } = await open()
    const wish = (own: object) => tasks.create({ ...request({}), modelId: 'fake/rig', ...own })
    const sourceAssetId = asset.id
    await expect(wish({})).rejects.toMatchObject({ code: 'unknown_model' })
    await expect(wish({ sourceAssetId, modelId: 'fake/model' })).rejects.toMatchObject({
      code: 'unknown_model',
    })
    await expect(wish({ sourceAssetId, params: { kind: 'car' } })).rejects.toMatchObject({
      code: 'invalid_params',
    })
    await expect(wish({ sourceAssetId: newId() })).rejects.toMatchObject({ code: 'unknown_model' })
    expect(await tasks.steps('nothing')).toEqual([])
    expect(orders).toHaveLength(1)
  })
})
