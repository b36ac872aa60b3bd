import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { chatServices, type ChatServiceFixture } from '../../providers/chat-services.fixture.ts'
import { json, openService } from '../../providers/service/service.fixture.ts'
import { createLlmApp } from './llm-app.fixture.ts'

const apiKey = 'sa-ours-and-not-theirs'

let service: Awaited<ReturnType<typeof openService>>
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

const connect = (kind: ChatServiceFixture) => kind.connect(service.origin, { afterFinishMs: 30 })

async function ask(kind: ChatServiceFixture, path: string, isStream: boolean): Promise<string> {
  const catalogue = createCatalogue({ providers: fixedProviders({ chat: [connect(kind)] }) })
  const app = createLlmApp({ catalogue, keyCheck: createKeyCheck([apiKey]) })
  const response = await app.request(`/llm${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify({
      model: 'mine/writer',
      max_tokens: 100,
      stream: isStream,
      messages: [{ role: 'user', content: 'Hi' }],
    }),
  })
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(/^200 /)
  return text
}

function sayHello(kind: ChatServiceFixture): void {
  service.on(kind.route, (_call, response) => {
    response.writeHead(200, { 'content-type': kind.contentType })
    response.end([...kind.begin, kind.say('Hel'), kind.say('lo'), ...kind.end].join(''))
  })
}

const wordsIn = (events: string, pattern: RegExp) =>
  Array.from(events.matchAll(pattern), ([, word = '']) => word).join('')

it.each(chatServices)('OpenAI’s clients get an answer from a model of $name', async (kind) => {
  sayHello(kind)
  expect(JSON.parse(await ask(kind, '/v1/chat/completions', false))).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  })
  const events = await ask(kind, '/v1/chat/completions', true)
  expect(wordsIn(events, /"content":"(\w+)"/g)).toBe('Hello')
  expect(events).toMatch(/data: \[DONE\]\s*$/)
})

const speaksIt = (kind: ChatServiceFixture) =>
  kind.connect('http://127.0.0.1:9', {}).messages !== undefined

describe('clients of Anthropic', () => {
  it.each(chatServices.filter((kind) => !speaksIt(kind)))(
    'get an answer from a model of $name',
    async (kind) => {
      sayHello(kind)
      expect(JSON.parse(await ask(kind, '/v1/messages', false))).toMatchObject({
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Hello' }],
        stop_reason: 'end_turn',
      })
      const events = await ask(kind, '/v1/messages', true)
      expect(wordsIn(events, /"text_delta","text":"(\w+)"/g)).toBe('Hello')
      expect(events).toContain('event: message_stop')
    },
  )

  it.each(chatServices.filter(speaksIt))('get the answer of $name unchanged', async (kind) => {
    const said = { type: 'message', content: [{ type: 'text', text: 'Hello' }] }
    const at = new URL(connect(kind).messages?.url ?? '').pathname
    service.on(`POST ${at}`, json(said))
    expect(JSON.parse(await ask(kind, '/v1/messages', false))).toEqual(said)
    expect(service.calls.at(-1)?.body).toMatchObject({ model: 'writer', max_tokens: 100 })
  })
})
