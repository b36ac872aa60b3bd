import { expect, it } from 'vitest'
import { HttpError } from '../errors/http-error.ts'
import { createCatalogue } from '../models/catalogue.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import type { ConnectedProvider, ProviderKind } from '../ports/provider-kind.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import { createLiveConnections } from './live-connections.ts'

const sculptor: GenerationProvider = {
  id: 'sculptor',
  concurrency: 1,
  isListBuiltIn: true,
  listModels: () => Promise.resolve([]),
  submit: () =>
    Promise.reject(
      new HttpError('provider_refused', 'Sculptor does not accept the key.', { isAboutKey: true }),
    ),
  produce: () => Promise.reject(new Error('Nothing was ordered.')),
}

const url = 'https://sculptor.example'

const kind: ProviderKind = {
  id: 'sculptor',
  name: 'Sculptor',
  about: 'Makes 3D models.',
  group: 'cloud',
  offers: ['3d'],
  secrets: [],
  connect: () => ({ url, generation: sculptor }),
}

const entry: ConnectionEntry = {
  id: 'sculptor',
  kind,
  name: 'Sculptor',
  address: undefined,
  source: 'settings',
  isOn: true,
  hints: [],
  settings: {
    service: {
      id: 'sculptor',
      title: 'Sculptor',
      addressSetting: '',
      addressExample: '',
      keySetting: '',
    },
    baseUrl: '',
    secrets: {},
    allowedHosts: [],
  },
}

const open = (connected: ConnectedProvider) => {
  const live = createLiveConnections({
    builtIn: { chat: [], generation: [] },
    environment: [],
    importedOf: () => [],
    onStatus: () => {},
  })
  live.put({ ...entry, kind: { ...kind, connect: () => connected } })
  return live
}
const request = { taskId: '1', model: 'clay', params: {}, pictures: [] }
const { signal } = new AbortController()

it('a built-in model list does not clear the error of a connection, because it does not prove that the service responds', async () => {
  const live = open({ url, generation: sculptor })
  const [provider] = live.providers.generation()
  await provider?.listModels(signal)
  expect(live.statusOf('sculptor')).toEqual({ modelCount: 0 })

  await expect(provider?.submit?.(request, signal)).rejects.toThrow('does not accept the key')
  await provider?.listModels(signal)
  expect(live.statusOf('sculptor')).toMatchObject({
    problem: { message: 'Sculptor does not accept the key.' },
  })

  live.noteAnswer('sculptor')
  expect(live.statusOf('sculptor')).not.toHaveProperty('problem')
  expect(live.statusOf('sculptor')).toHaveProperty('lastAnsweredAt')
})

it('a model list that needs no key does not clear the error about a refused key, which is also shown for the models', async () => {
  const { isListBuiltIn: _, ...asked } = sculptor
  const live = open({ url, generation: asked, checkKeys: () => Promise.resolve('Accepted.') })
  const catalogue = createCatalogue({ providers: live.providers })
  const [provider] = live.providers.generation()
  await provider?.listModels(signal)
  expect(live.statusOf('sculptor')).toHaveProperty('lastAnsweredAt')
  expect((await catalogue.list(signal)).problems).toEqual([])

  await expect(provider?.submit?.(request, signal)).rejects.toThrow('does not accept the key')
  const said = { provider: 'sculptor', message: 'Sculptor does not accept the key.' }
  expect((await catalogue.list(signal)).problems).toEqual([said])
  expect(live.statusOf('sculptor').problem?.message).toBe(said.message)

  live.noteAnswer('sculptor')
  expect((await catalogue.list(signal)).problems).toEqual([])
})

it('a cached model list does not clear the error about a refused key, but a successful request does', async () => {
  const { isListBuiltIn: _, ...asked } = sculptor
  let isRefused = false
  const submit: GenerationProvider['submit'] = (...order) =>
    isRefused ? sculptor.submit!(...order) : Promise.resolve({ upstreamId: 'up-1' })
  const live = open({ url, generation: { ...asked, submit } })
  const [provider] = live.providers.generation()
  await provider?.listModels(signal)

  isRefused = true
  await expect(provider?.submit?.(request, signal)).rejects.toThrow('does not accept the key')
  await provider?.listModels(signal)
  expect(live.statusOf('sculptor')).toHaveProperty('problem')
  expect(live.providers.problems?.()).toHaveLength(1)

  isRefused = false
  await provider?.submit?.(request, signal)
  expect(live.statusOf('sculptor')).not.toHaveProperty('problem')
  expect(live.providers.problems?.()).toEqual([])
})

it('a failed model list sets the error of the connection, and the next successful list clears it', async () => {
  const { isListBuiltIn: _, ...asked } = sculptor
  const refusal = new HttpError('provider_refused', 'No.', { isAboutKey: true })
  let answer: () => Promise<[]> = () => Promise.reject(refusal)
  const live = open({ url, generation: { ...asked, listModels: () => answer() } })
  const [provider] = live.providers.generation()
  await expect(provider?.listModels(signal)).rejects.toThrow('No.')
  expect(live.statusOf('sculptor')).toHaveProperty('problem')
  answer = () => Promise.resolve([])
  await provider?.listModels(signal)
  expect(live.statusOf('sculptor')).not.toHaveProperty('problem')
})

it('a refused key is also reported if the creation of a task or the task itself returns it', async () => {
  const refusal = new HttpError('provider_refused', 'That key is gone.', { isAboutKey: true })
  const { submit: _, ...direct } = sculptor
  let produce: GenerationProvider['produce'] = () => Promise.reject(refusal)
  const live = open({ url, generation: { ...direct, produce: (...work) => produce(...work) } })
  const [provider] = live.providers.generation()
  const make = () => provider!.produce(request, () => {}, signal)
  await expect(make()).rejects.toThrow('That key is gone.')
  expect(live.statusOf('sculptor')).toMatchObject({ problem: { message: 'That key is gone.' } })
  produce = () =>
    Promise.resolve({ bytes: new Uint8Array(), mimeType: 'model/gltf-binary', fileName: 'a.glb' })
  await make()
  expect(live.statusOf('sculptor')).not.toHaveProperty('problem')
})
