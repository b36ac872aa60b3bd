import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HttpError } from '../../errors/http-error.ts'
import type { ChatDelta, ChatProvider, ChatRequest } from '../../ports/chat-provider.ts'
import { contextSizeFor } from './context-size.ts'
import { ollamaKind } from './ollama-kind.ts'
import { ended, said, startOllama, type OllamaWorld } from './ollama.fixture.ts'

let ollama: Awaited<ReturnType<typeof startOllama>>
let world: OllamaWorld
let provider: ChatProvider

const service = () => ({
  id: 'ollama',
  title: 'Ollama',
  addressSetting: 'its address in Settings',
  addressExample: 'http://127.0.0.1:11434',
  keySetting: 'its key in Settings',
})
const signal = () => AbortSignal.timeout(300_000)

beforeAll(async () => {
  ollama = await startOllama()
  world = ollama.world
})
afterAll(() => ollama.close())
beforeEach(() => {
  Object.assign(world, {
    models: [
      {
        name: 'gemma3:4b',
        model: 'gemma3:4b',
        digest: 'a1',
        size: 3_300_000_000,
        details: { parameter_size: '4.3B', quantization_level: 'Q4_K_M', context_length: 131_072 },
        capabilities: ['completion', 'vision'],
      },
    ],
    shown: {},
    loaded: {},
    answer: undefined,
    breaksOff: false,
    status: 200,
    chats: [],
    paths: [],
    pull: {},
  } satisfies OllamaWorld)
  const made = ollamaKind.connect({
    service: service(),
    baseUrl: `${ollama.url}/v1`,
    secrets: {},
    allowedHosts: [],
  })
  if (!made.chat) throw new TypeError('It offers chat.')
  provider = made.chat
})

async function ask(request: Partial<ChatRequest> = {}) {
  const deltas: ChatDelta[] = []
  const take = (delta: ChatDelta) => void deltas.push(delta)
  const messages = [{ role: 'user', content: 'Hi' }]
  await provider.streamChat({ model: 'gemma3:4b', messages, ...request }, signal(), take)
  return {
    deltas,
    text: deltas.map(({ text = '' }) => text).join(''),
    reasoning: deltas.map(({ reasoning = '' }) => reasoning).join(''),
    last: deltas.at(-1) ?? {},
    sent: world.chats.at(-1) ?? {},
  }
}

describe('createOllamaProvider, listModels', () => {
  it('lists models with their abilities', async () => {
    expect(await provider.listModels(signal())).toEqual([
      {
        id: 'ollama/gemma3:4b',
        name: 'gemma3:4b',
        provider: 'ollama',
        description: 'Runs in Ollama, 4.3B Q4_K_M.',
        kind: 'chat',
        contextTokens: 131_072,
        cutsLongPrompts: true,
        canSee: true,
        canUseTools: false,
        canReason: false,
      },
    ])
    expect(world.paths).toEqual(['GET /api/tags'])
  })

  it('requests the facts of each model if the model list lacks them, and omits models that cannot chat', async () => {
    world.models = ['qwen3:latest', 'nomic-embed-text:latest', 'lost:latest'].map((name) => ({
      name,
      digest: name,
      details: { parameter_size: '8B' },
    }))
    world.shown = {
      'qwen3:latest': {
        capabilities: ['completion', 'tools', 'thinking'],
        model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
      },
      'nomic-embed-text:latest': { capabilities: ['embedding'] },
    }
    expect(await provider.listModels(signal())).toMatchObject([
      { id: 'ollama/qwen3:latest', name: 'qwen3', contextTokens: 40_960, canReason: true },
      { id: 'ollama/lost:latest' },
    ])
  })

  it('throws if a server that is not Ollama responds to the request for the model list', async () => {
    const elsewhere = ollamaKind.connect({
      service: service(),
      baseUrl: `${ollama.url}/other`,
      secrets: {},
      allowedHosts: [],
    })
    await expect(elsewhere.chat?.listModels(signal())).rejects.toThrow('its address in Settings')
  })
})

describe('createOllamaProvider, streamChat', () => {
  it('streams the answer and its token usage', async () => {
    const { text, last, sent } = await ask({
      temperature: 0.2,
      max_tokens: 50,
      stop: ['END'],
      tool_choice: 'auto',
      logit_bias: {},
    })
    expect(text).toBe('Hello')
    expect(last).toEqual({
      finishReason: 'stop',
      usage: { prompt_tokens: 11, completion_tokens: 2, total_tokens: 13 },
    })
    expect(sent).toEqual({
      model: 'gemma3:4b',
      stream: true,
      messages: [{ role: 'user', content: 'Hi' }],
      options: { temperature: 0.2, num_predict: 50, stop: ['END'] },
    })
  })

  it('separates reasoning from text', async () => {
    world.answer = [said({ thinking: 'Hm. ' }), said({ content: 'Yes.' }), ended()]
    const { text, reasoning, sent } = await ask({ reasoning_effort: 'none' })
    expect([reasoning, text]).toEqual(['Hm. ', 'Yes.'])
    expect(sent['think']).toBe(false)
  })

  it('converts tool calls to OpenAI’s format and sends their results', async () => {
    const call = { function: { name: 'weather', arguments: { city: 'Rome' } } }
    world.answer = [said({ tool_calls: [call] }), ended()]
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }]
    const { deltas, last } = await ask({ tools })
    const [made] = deltas.flatMap(({ toolCalls = [] }) => toolCalls) as { id: string }[]
    expect(made).toEqual({
      index: 0,
      id: 'call_0',
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"Rome"}' },
    })
    expect(last.finishReason).toBe('tool_calls')
    world.answer = undefined
    const { sent } = await ask({
      messages: [
        { role: 'user', content: 'And in Rome?' },
        { role: 'assistant', content: null, tool_calls: [made] },
        { role: 'tool', tool_call_id: 'call_0', content: 'Sunny.' },
      ],
    })
    expect(sent['messages']).toEqual([
      { role: 'user', content: 'And in Rome?' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: 'Sunny.', tool_name: 'weather' },
    ])
  })

  it('sends pictures to the model', async () => {
    const { sent } = await ask({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
          ],
        },
      ],
    })
    expect(sent['messages']).toEqual([{ role: 'user', content: 'What is this?', images: ['aGk='] }])
  })

  it.each([
    [[said({ content: 'Hel' }), { error: 'out of memory' }], false, 'out of memory'],
    [[said({ content: 'Hel' })], true, 'cut off'],
    [[said({ content: 'Hel' })], false, 'cut off'],
    [[said({ content: 'Hel' }), 'not json\n'], false, 'not part of a chat answer'],
  ])('reports why an answer ended early: %j', async (lines, breaksOff, reason) => {
    Object.assign(world, { answer: lines, breaksOff })
    await expect(ask()).rejects.toThrow(reason)
  })

  it('reports a model that does not exist', async () => {
    world.status = 404
    const error = await ask({ model: 'gone' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ code: 'unknown_model' })
  })
})

const sizeSent = ({ sent }: { sent: Record<string, unknown> }) =>
  (sent['options'] as { num_ctx?: number } | undefined)?.num_ctx

describe('context size of Ollama', () => {
  const long = [{ role: 'user', content: 'word '.repeat(6_000) }]

  it('grows with the conversation up to the model’s maximum', async () => {
    expect(sizeSent(await ask())).toBeUndefined()
    expect(sizeSent(await ask({ messages: long }))).toBe(16_384)
    expect(
      contextSizeFor({ promptTokens: 9e5, answerTokens: 1 }, { allotted: 4096, trained: 131_072 }),
    ).toBe(131_072)
  })

  it('equals the size that the request sets', async () => {
    world.loaded = { 'gemma3:4b': 32_768 }
    expect(sizeSent(await ask({ num_ctx: 8192 }))).toBe(8192)
    expect(sizeSent(await ask({ num_ctx: 8192, messages: long }))).toBe(8192)
  })

  it('stays the size of the loaded model if that is large enough, so that Ollama does not reload the model', async () => {
    world.loaded = { 'gemma3:4b': 32_768 }
    expect(sizeSent(await ask())).toBe(32_768)
    expect(sizeSent(await ask({ messages: long }))).toBe(32_768)
  })
})
