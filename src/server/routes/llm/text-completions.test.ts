import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createChunk } from '../../providers/openai/upstream.fixture.ts'
import { openOneUpstream } from './one-upstream.fixture.ts'

let llm: Awaited<ReturnType<typeof openOneUpstream>>
beforeAll(async () => {
  llm = await openOneUpstream()
})
afterAll(() => llm.close())
beforeEach(() => {
  llm.asked.length = 0
  llm.sayWords('Hello', ' there')
})

const post = (body: object) => llm.post('/v1/completions', { model: 'openai/writer', ...body })

it.each(['Say hello', ['Say hello']])(
  '/completions answers the prompt %j with a chat model',
  async (prompt) => {
    const response = await post({ prompt, max_tokens: 5, temperature: 0.5, stop: ['.'] })
    expect(await response.json()).toMatchObject({
      id: expect.stringMatching(/^cmpl-/),
      object: 'text_completion',
      model: 'openai/writer',
      choices: [{ index: 0, text: 'Hello there', logprobs: null, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    })
    expect(llm.asked[0]).toMatchObject({
      messages: [{ role: 'user', content: 'Say hello' }],
      max_tokens: 5,
      temperature: 0.5,
      stop: ['.'],
    })
  },
)

it.each([true, false])(
  '/completions streams an answer, with the usage in a separate chunk: %s',
  async (separate) => {
    const options = separate ? { stream_options: { include_usage: true } } : {}
    const text = await (await post({ prompt: 'Hi', stream: true, ...options })).text()
    const frames = text.split('\n\n').filter(Boolean)
    expect(frames.pop()).toBe('data: [DONE]')
    const chunks = frames.map((frame) => JSON.parse(frame.slice(6)))
    expect(chunks.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe('Hello there')
    expect(chunks.at(-1)).toMatchObject({ usage: { completion_tokens: 2 } })
    expect(chunks.at(-1).choices).toHaveLength(separate ? 0 : 1)
  },
)

it('/completions reports an error during the stream', async () => {
  llm.say(createChunk({ content: 'Half' }), 'data: {"error":{"message":"Too hot"}}\n\n')
  const text = await (await post({ prompt: 'Hi', stream: true })).text()
  expect(text).toContain('event: error\ndata: {"error":{"message":"The service')
})

it.each([
  [{ suffix: 'end' }, 'suffix'],
  [{ n: 2 }, 'n'],
  [{ echo: true }, 'echo'],
  [{ prompt: [1, 2] }, 'tokens'],
])(
  '/completions rejects the request %j if the connection has no plain completions',
  async (body, word) => {
    const response = await post({ prompt: 'Hi', ...body })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(word)
    expect(llm.asked).toEqual([])
  },
)

it.each([{}, { prompt: ['a', 'b'] }, { prompt: 5 }, { prompt: 'Hi', max_tokens: 0 }])(
  '/completions rejects the invalid request %j',
  async (body) => {
    expect((await post(body)).status).toBe(400)
  },
)
