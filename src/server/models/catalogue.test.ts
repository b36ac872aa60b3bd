import { describe, expect, it, vi } from 'vitest'
import type { ChatModel, Model3d } from '#contract/models.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ChatProvider } from '../ports/chat-provider.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import { createCatalogue } from './catalogue.ts'
import { fixedProviders } from '../ports/providers.ts'

const never = new AbortController().signal
const chatModel = (provider: string, name: string): ChatModel => ({
  id: `${provider}/${name}`,
  name,
  provider,
  description: '',
  kind: 'chat',
})
const model3d: Model3d = {
  id: 'local/image-to-3d',
  name: 'Image to 3D',
  provider: 'local',
  description: '',
  kind: '3d',
  paramSchema: { type: 'object', properties: {} },
}
const chatProvider = (id: string, names: string[]): ChatProvider => ({
  id,
  listModels: async () => names.map((name) => chatModel(id, name)),
  streamChat: async () => {},
})
const local: GenerationProvider = {
  id: 'local',
  concurrency: 1,
  fixedModels: { ids: [model3d.id], why: 'It has one model only.' },
  listModels: async () => [model3d],
  produce: () => Promise.reject(new RangeError('not asked for')),
}
const down: ChatProvider = {
  ...chatProvider('gateway', []),
  listModels: () => Promise.reject(new HttpError('provider_unreachable', 'The gateway is down.')),
}
const openai = chatProvider('openai', ['gpt-5', 'org/writer'])
const other = chatProvider('other', ['gpt-5', 'only-here'])

const getCatalogue = (...chatProviders: ChatProvider[]) =>
  createCatalogue({ providers: fixedProviders({ chat: chatProviders, generation: [local] }) })

const added = (provider: string, name: string): Model3d => ({
  ...model3d,
  id: `${provider}/${name}`,
  name: 'From a file',
  provider,
})

describe('model catalogue', () => {
  it('lists available models and the problems of providers', async () => {
    const { models, problems } = await getCatalogue(down, openai).list(never)
    expect(models.map(({ id }) => id)).toEqual([
      'openai/gpt-5',
      'openai/org/writer',
      'local/image-to-3d',
    ])
    expect(problems).toEqual([{ provider: 'gateway', message: 'The gateway is down.' }])
  })

  it('lists the built-in guide after all other providers', async () => {
    const { models } = await getCatalogue(
      { ...chatProvider('bozzetto', ['guide']), isFallback: true },
      openai,
    ).list(never)
    expect(models.map(({ id }) => id)).toEqual([
      'openai/gpt-5',
      'openai/org/writer',
      'bozzetto/guide',
      'local/image-to-3d',
    ])
  })

  it.each([
    ['openai/gpt-5', 'openai', 'gpt-5'],
    ['openai/org/writer', 'openai', 'org/writer'],
    ['openai/alias-that-no-list-has', 'openai', 'alias-that-no-list-has'],
    ['org/writer', 'openai', 'org/writer'],
    ['only-here', 'other', 'only-here'],
  ])('finds the provider of %s', async (id, provider, model) => {
    const found = await getCatalogue(openai, other).chat(id, never)
    expect([found.provider.id, found.model]).toEqual([provider, model])
  })

  it('suggests similar ids for an unknown one', async () => {
    const asked = getCatalogue(openai, down).chat('gtp-5', never)
    await expect(asked).rejects.toMatchObject({ code: 'unknown_model' })
    await expect(asked).rejects.toThrow(/Did you mean openai\/gpt-5\?.*gateway is down/)
  })

  it('rejects a model name that two providers list', async () => {
    await expect(getCatalogue(openai, other).chat('gpt-5', never)).rejects.toThrow(
      'openai/gpt-5 or other/gpt-5',
    )
  })

  it.each(['local/image-to-3d', 'image-to-3d'])('finds the 3D model %s', async (id) => {
    expect(await getCatalogue().generation(id, never)).toMatchObject({
      model: 'image-to-3d',
      model3d,
    })
  })

  it('does not wait for a slow provider and reports when the provider’s models are available', async () => {
    let answer: ((models: ChatModel[]) => void) | undefined
    const slow: ChatProvider = {
      ...chatProvider('slow', []),
      listModels: () => new Promise((resolve) => (answer = resolve)),
    }
    const onLate = vi.fn<() => void>()
    const providers = fixedProviders({ chat: [slow, openai] })
    const catalogue = createCatalogue({ providers, onLate, patienceMs: 20 })
    const { models, problems } = await catalogue.list(never)
    expect(models.map(({ id }) => id)).toEqual(['openai/gpt-5', 'openai/org/writer'])
    expect(problems).toEqual([{ provider: 'slow', message: 'No answer yet.', isLate: true }])
    expect(onLate).not.toHaveBeenCalled()
    answer?.([])
    await vi.waitFor(() => expect(onLate).toHaveBeenCalledOnce())
  })

  it('does not report a provider as late again after its late list has failed, until it answers in time', async () => {
    let fail: ((error: Error) => void) | undefined
    let listed: Promise<ChatModel[]> | undefined
    const slow: ChatProvider = {
      ...chatProvider('slow', []),
      listModels: () => listed ?? new Promise((_, reject) => (fail = reject)),
    }
    const onLate = vi.fn<() => void>()
    const providers = fixedProviders({ chat: [slow] })
    const catalogue = createCatalogue({ providers, onLate, patienceMs: 20 })
    const late = { provider: 'slow', message: 'No answer yet.' }
    expect((await catalogue.list(never)).problems).toEqual([{ ...late, isLate: true }])
    fail?.(new HttpError('provider_unreachable', 'The service is down.'))
    await vi.waitFor(() => expect(onLate).toHaveBeenCalledOnce())
    expect((await catalogue.list(never)).problems).toEqual([late])
    listed = Promise.resolve([])
    expect((await catalogue.list(never)).problems).toEqual([])
    listed = undefined
    expect((await catalogue.list(never)).problems).toEqual([{ ...late, isLate: true }])
  })

  it('rejects a 3D model that its provider does not list', async () => {
    await expect(getCatalogue().generation('local/image-to-4d', never)).rejects.toThrow(
      'local/image-to-3d',
    )
  })

  describe('model catalogue with models from files', () => {
    const withFiles = (models: Model3d[], providers = [local, gateway]) =>
      createCatalogue({
        providers: fixedProviders({ generation: providers }),
        modelFiles: {
          read: async () => ({
            models,
            problems: [{ provider: 'models/x.json', message: 'Bad.' }],
          }),
        },
      })
    const { fixedModels: _, ...open } = local
    const gateway: GenerationProvider = { ...open, id: 'gateway', listModels: async () => [] }

    it('lists models from files under their provider, and reports broken files', async () => {
      const { models, problems } = await withFiles([added('gateway', 'acme')]).list(never)
      expect(models.map(({ id }) => id)).toEqual(['local/image-to-3d', 'gateway/acme'])
      expect(problems).toEqual([{ provider: 'models/x.json', message: 'Bad.' }])
    })

    it('finds models from files with and without the provider in the id, and sends their requests to the provider', async () => {
      const catalogue = withFiles([added('gateway', 'acme')])
      for (const id of ['gateway/acme', 'acme']) {
        expect(await catalogue.generation(id, never)).toMatchObject({
          provider: gateway,
          model: 'acme',
          model3d: { name: 'From a file' },
        })
      }
    })

    it('finds models from files even if the provider cannot list its models', async () => {
      const mute = {
        ...gateway,
        listModels: () => Promise.reject(new HttpError('timed_out', 'Late.')),
      }
      const catalogue = withFiles([added('gateway', 'acme')], [local, mute])
      expect(await catalogue.generation('gateway/acme', never)).toMatchObject({ model: 'acme' })
      await expect(catalogue.generation('gateway/other', never)).rejects.toThrow('Late.')
    })

    it('prefers a model from a file to the provider’s model with the same id', async () => {
      const { models } = await withFiles([added('local', 'image-to-3d')]).list(never)
      expect(models).toMatchObject([{ id: 'local/image-to-3d', name: 'From a file' }])
    })

    it.each([
      [
        'tripo',
        'The model file names the service “tripo”, which is not connected. Connected: local, gateway.',
      ],
      ['local', 'It has one model only.'],
    ])('omits models from files that %s cannot run', async (provider, message) => {
      const { models, problems } = await withFiles([added(provider, 'acme')]).list(never)
      expect(models.map(({ id }) => id)).toEqual(['local/image-to-3d'])
      expect(problems).toContainEqual({ provider: `${provider}/acme`, message })
    })
  })
})
