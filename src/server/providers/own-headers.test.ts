import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tinyGlb } from '../generation/tasks.fixture.ts'
import { services3d } from './all-3d.fixture.ts'
import { providerKinds } from './kinds.ts'
import { openService } from './service/service.fixture.ts'
import { settingsFor } from './service/service-3d.fixture.ts'

const headers = { 'X-Door': 'open-sesame-1234', authorization: 'Basic c2VzYW1lOm9wZW4=' }
const key = 'sk-stands-behind-the-door'
const signal = () => AbortSignal.timeout(300_000)

let service: Awaited<ReturnType<typeof openService>>
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

const doors = () => [...new Set(service.calls.map(({ headers: sent }) => sent['x-door']))]
const settings = () => ({ ...settingsFor(service.origin, { key }), headers })

describe.each(providerKinds.filter(({ takesHeaders }) => takesHeaders))(
  'connection of the kind $name',
  (kind) => {
    it('sends the headers that the user added with every request', async () => {
      const connected = kind.connect(settings())
      const { chat, generation, embeddings, storage, voice, llm, checkKeys } = connected
      const messages = [{ role: 'user', content: 'Hi' }]
      const asked = [
        chat?.listModels(signal()),
        chat?.streamChat({ model: 'm', messages }, signal(), () => undefined),
        generation?.listModels(signal()),
        embeddings?.listModels(signal()),
        embeddings?.embed({ model: 'm', texts: ['a'], timeoutMs: 5_000 }, signal()),
        voice?.listModels(signal()),
        voice?.listVoices(signal()),
        storage?.list(signal()),
        storage?.download('m', signal(), () => {}),
        checkKeys?.(signal()),
      ].filter((work) => work !== undefined)
      await Promise.allSettled(asked)
      expect(service.calls.length).toBeGreaterThan(0)
      expect(doors()).toEqual([headers['X-Door']])
      if (!chat) return
      const lets = new Set(service.calls.map(({ headers: sent }) => sent.authorization))
      expect([...lets]).toEqual([headers.authorization])
      expect(llm?.headers ?? chat.messages?.headers()).toMatchObject(headers)
    })
  },
)

describe.each(
  services3d.filter(({ name }) =>
    providerKinds.some((kind) => kind.takesHeaders && kind.name.startsWith(name)),
  ),
)('connection of the 3D service $name', (fixture) => {
  it('sends the headers that the user added with every request, including the model’s download', async () => {
    fixture.serve(service, tinyGlb())
    const { generation } = fixture.connect(settings(), { pollMs: 2 })
    const submitted = await generation!.submit?.(fixture.request, signal())
    await generation!.produce({ ...fixture.request, ...submitted }, () => {}, signal())
    expect(service.calls.length).toBeGreaterThan(0)
    expect(doors()).toEqual([headers['X-Door']])
  })
})

it('ServiceHttp does not send the user’s headers to another host', () => {
  const open = providerKinds.filter(({ takesHeaders }) => takesHeaders)
  expect(open.length).toBeGreaterThan(10)
  for (const { address } of open) expect(address).toBeDefined()
})
