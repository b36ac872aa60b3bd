import { afterEach, beforeEach, expect, it } from 'vitest'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { createOpenAiProvider } from '../../providers/openai/openai-provider.ts'
import {
  openAiKey,
  startOpenAi,
  type OpenAiServer,
} from '../../providers/openai/responses/openai.fixture.ts'
import { vendors } from '../../providers/openai/vendors.ts'
import { createLlmApp } from './llm-app.fixture.ts'

const apiKey = 'sa-ours-and-not-theirs'

let server: OpenAiServer
beforeEach(async () => {
  server = await startOpenAi()
})
afterEach(() => server.close())

async function ask(fields: object, isStream: boolean): Promise<Response> {
  const provider = createOpenAiProvider({
    service: {
      id: 'openai',
      title: 'OpenAI',
      addressSetting: '',
      addressExample: '',
      keySetting: '',
    },
    baseUrl: `${server.url}/v1`,
    apiKey: openAiKey,
    quirks: vendors.find(({ id }) => id === 'openai')?.quirks,
    knownAs: 'openai',
  })
  const catalogue = createCatalogue({ providers: fixedProviders({ chat: [provider] }) })
  const app = createLlmApp({ catalogue, keyCheck: createKeyCheck([apiKey]) })
  const messages = [{ role: 'user', content: 'Hi' }]
  const body = { model: 'openai/gpt-6.2-sol', messages, stream: isStream, ...fields }
  return app.request('/llm/v1/chat/completions', {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

it.each([false, true])(
  'the header X-Bozzetto-Left-Out lists omitted and changed params (stream: %s)',
  async (isStream) => {
    const response = await ask({ stop: ['x'], temperature: 0, reasoning_effort: 'none' }, isStream)
    expect(await response.text()).toContain(isStream ? '"content":"Hello t"' : 'Hello there')
    expect(response.headers.get('X-Bozzetto-Left-Out')).toBe(
      'reasoning_effort=low, stop, temperature',
    )
  },
)

it('a response has no header X-Bozzetto-Left-Out if no param was omitted or changed', async () => {
  const response = await ask({ reasoning_effort: 'high', user: 'u' }, false)
  expect(response.status).toBe(200)
  expect(response.headers.has('X-Bozzetto-Left-Out')).toBe(false)
})
