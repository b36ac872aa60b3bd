// Uses SDKs of other companies with a model of this server, and prints one line of JSON per
// scenario. The environment contains the server, an API key and a model.
import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai'
import {
  Agent,
  OpenAIProvider,
  Runner,
  setTracingDisabled,
  tool as agentTool,
} from '@openai/agents'
import { embed, generateObject, generateText, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { z } from 'zod'

globalThis.AI_SDK_LOG_WARNINGS = false
const { CLIENTS_LLM: llm, CLIENTS_KEY: apiKey, CLIENTS_MODEL: model } = process.env
const overflow = `${model}-overflow`
const baseURL = `${llm}/v1`
const words = 'Hello there'
const weather = 'It is sunny in Bern.'
const question = 'What is the weather in Bern?'
const user = (content) => [{ role: 'user', content }]

const openai = new OpenAI({ baseURL, apiKey })
const anthropic = new Anthropic({ baseURL: llm, apiKey })
const vercel = createOpenAI({ baseURL, apiKey })
const compatible = createOpenAICompatible({ name: 'bozzetto', baseURL, apiKey })
const vercelAnthropic = createAnthropic({ baseURL, apiKey })
const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const vercelTools = {
  get_weather: tool({
    description: 'Weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => `sunny in ${city}`,
  }),
}

async function answerWithTool(languageModel, more = {}) {
  const asked = { model: languageModel, prompt: question, tools: vercelTools, ...more }
  const { text, steps } = await generateText({ ...asked, stopWhen: stepCountIs(4) })
  assert.equal(text, weather)
  assert.equal(steps.length, 2)
}

async function streamWords(languageModel) {
  const result = streamText({ model: languageModel, prompt: 'Hi', onError: () => {} })
  assert.equal(await result.text, words)
  const { totalTokens, inputTokens, outputTokens } = await result.usage
  assert.ok(totalTokens ?? inputTokens + outputTokens > 0)
  assert.equal(await result.finishReason, 'stop')
}

const failOnOverflow = (ask) =>
  assert.rejects(ask, (error) => {
    const status = error.status ?? error.statusCode ?? error.lastError?.statusCode
    if (error.name !== 'ContextOverflowError') assert.equal(status, 400, String(error))
    return true
  })

async function answerToolOfOpenAi() {
  const tools = [{ type: 'function', function: { name: 'get_weather', parameters } }]
  const first = await openai.chat.completions.create({ model, messages: user(question), tools })
  const [{ message }] = first.choices
  const [call] = message.tool_calls
  assert.deepEqual(JSON.parse(call.function.arguments), { city: 'Bern' })
  const output = { role: 'tool', tool_call_id: call.id, content: 'sunny' }
  const messages = [...user(question), message, output]
  const second = await openai.chat.completions.create({ model, messages, tools })
  assert.equal(second.choices[0].message.content, weather)
}

async function answerToolInResponses(next) {
  const tools = [{ type: 'function', name: 'get_weather', parameters, strict: false }]
  const first = await openai.responses.create({ model, input: question, tools })
  const call = first.output.find(({ type }) => type === 'function_call')
  const output = { type: 'function_call_output', call_id: call.call_id, output: 'sunny' }
  const second = await openai.responses.create({ model, tools, ...next(first, output) })
  assert.equal(second.output_text, weather)
}

async function answerToolOfAnthropic() {
  const tools = [{ name: 'get_weather', input_schema: parameters }]
  const asked = { model, max_tokens: 500, tools }
  const first = await anthropic.messages.create({ ...asked, messages: user(question) })
  assert.equal(first.stop_reason, 'tool_use')
  const call = first.content.find(({ type }) => type === 'tool_use')
  const result = { type: 'tool_result', tool_use_id: call.id, content: 'sunny' }
  const messages = [
    ...user(question),
    { role: 'assistant', content: first.content },
    { role: 'user', content: [result] },
  ]
  const second = await anthropic.messages.create({ ...asked, messages })
  assert.equal(second.content.at(-1).text, weather)
}

const readAll = async (stream) => {
  const all = []
  for await (const one of stream) all.push(one)
  return all
}

async function runAgent(useResponses, isStream) {
  setTracingDisabled(true)
  const modelProvider = new OpenAIProvider({ openAIClient: openai, useResponses })
  const getWeather = agentTool({
    name: 'get_weather',
    description: 'Weather of a city',
    parameters: z.object({ city: z.string() }),
    execute: ({ city }) => `sunny in ${city}`,
  })
  const agent = new Agent({ name: 'A', instructions: 'Be brief.', model, tools: [getWeather] })
  const runner = new Runner({ modelProvider, tracingDisabled: true })
  const result = await runner.run(agent, question, isStream ? { stream: true } : {})
  if (isStream) await readAll(result.toStream())
  assert.equal(result.finalOutput, weather)
}

const langchain = (more) => new ChatOpenAI({ model, apiKey, configuration: { baseURL }, ...more })

async function answerToolOfLangchain(more) {
  const getWeather = { type: 'function', function: { name: 'get_weather', parameters } }
  const bound = langchain(more).bindTools([getWeather])
  const first = await bound.invoke(question)
  assert.deepEqual(first.tool_calls[0].args, { city: 'Bern' })
  const output = { role: 'tool', tool_call_id: first.tool_calls[0].id, content: 'sunny' }
  const second = await bound.invoke([{ role: 'user', content: question }, first, output])
  assert.equal(second.text, weather)
}

const schema = z.object({ city: z.string() })

/** @type {Record<string, () => Promise<unknown>>} */
const scenarios = {
  'openai: chat': async () => {
    const { choices } = await openai.chat.completions.create({ model, messages: user('Hi') })
    assert.equal(choices[0].message.content, words)
  },
  'openai: chat stream': async () => {
    const asked = { model, messages: user('Hi'), stream: true }
    const chunks = await readAll(await openai.chat.completions.create(asked))
    const said = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
    assert.equal(said, words)
  },
  'openai: chat tools': answerToolOfOpenAi,
  'openai: responses': async () => {
    const response = await openai.responses.create({ model, input: 'Hi' })
    assert.equal(response.output_text, words)
  },
  'openai: responses stream helper': async () => {
    const stream = openai.responses.stream({ model, input: 'Hi' })
    const response = await stream.finalResponse()
    assert.equal(response.output_text, words)
    assert.ok(response.usage.total_tokens > 0)
  },
  'openai: responses tools with previous_response_id': () =>
    answerToolInResponses(({ id }, output) => ({ previous_response_id: id, input: [output] })),
  'openai: responses tools with the whole input': () =>
    answerToolInResponses(({ output: items }, output) => ({
      input: [...user(question), ...items, output],
      store: false,
    })),
  'openai: responses parse': async () => {
    const format = { type: 'json_schema', name: 'city', schema: parameters, strict: true }
    const asked = { model, input: 'A city as JSON', text: { format } }
    const response = await openai.responses.parse(asked)
    assert.equal(JSON.parse(response.output_text).city, 'Bern')
  },
  'openai: completions': async () => {
    const { choices } = await openai.completions.create({ model, prompt: 'Hi' })
    assert.equal(choices[0].text, words)
  },
  'openai: completions stream': async () => {
    const chunks = await readAll(
      await openai.completions.create({ model, prompt: 'Hi', stream: true }),
    )
    assert.equal(chunks.map(({ choices }) => choices[0]?.text ?? '').join(''), words)
  },
  'openai: embeddings': async () => {
    const { data } = await openai.embeddings.create({ model: `${model}-embed`, input: 'Hi' })
    assert.equal(data[0].embedding.length, 3)
  },
  'openai: models': async () => {
    const ids = (await readAll(openai.models.list())).map(({ id }) => id)
    assert.ok(ids.includes(model), ids.join())
    assert.equal((await openai.models.retrieve(model)).id, model)
  },
  'openai: overflow': async () => {
    await failOnOverflow(openai.chat.completions.create({ model: overflow, messages: user('Hi') }))
    await failOnOverflow(openai.responses.create({ model: overflow, input: 'Hi' }))
  },
  'anthropic: message': async () => {
    const message = await anthropic.messages.create({ model, max_tokens: 50, messages: user('Hi') })
    assert.equal(message.content[0].text, words)
  },
  'anthropic: stream': async () => {
    const stream = anthropic.messages.stream({ model, max_tokens: 50, messages: user('Hi') })
    assert.equal(await stream.finalText(), words)
  },
  'anthropic: tools': answerToolOfAnthropic,
  'anthropic: overflow': async () => {
    const asked = { model: overflow, max_tokens: 50, messages: user('Hi') }
    await failOnOverflow(anthropic.messages.create(asked))
  },
  'ai, openai (default): text': async () => {
    assert.equal((await generateText({ model: vercel(model), prompt: 'Hi' })).text, words)
  },
  'ai, openai (default): stream': () => streamWords(vercel(model)),
  'ai, openai (default): tools': () => answerWithTool(vercel(model)),
  'ai, openai (default): tools without store': () =>
    answerWithTool(vercel(model), { providerOptions: { openai: { store: false } } }),
  'ai, openai (default): object': async () => {
    const { object } = await generateObject({ model: vercel(model), schema, prompt: 'As JSON' })
    assert.equal(object.city, 'Bern')
  },
  'ai, openai (default): overflow': () =>
    failOnOverflow(generateText({ model: vercel(overflow), prompt: 'Hi' })),
  'ai, openai (chat): tools': () => answerWithTool(vercel.chat(model)),
  'ai, openai (completion): text': async () => {
    const asked = { model: vercel.completion(model), prompt: 'Hi' }
    assert.equal((await generateText(asked)).text, words)
  },
  'ai, openai: embed': async () => {
    const asked = { model: vercel.embedding(`${model}-embed`), value: 'Hi' }
    assert.equal((await embed(asked)).embedding.length, 3)
  },
  'ai, compatible: stream': () => streamWords(compatible(model)),
  'ai, compatible: tools': () => answerWithTool(compatible(model)),
  'ai, compatible: overflow': () =>
    failOnOverflow(generateText({ model: compatible(overflow), prompt: 'Hi' })),
  'ai, anthropic: stream': () => streamWords(vercelAnthropic(model)),
  'ai, anthropic: tools': () => answerWithTool(vercelAnthropic(model)),
  'ai, anthropic: overflow': () =>
    failOnOverflow(generateText({ model: vercelAnthropic(overflow), prompt: 'Hi' })),
  'agents: responses': () => runAgent(true, false),
  'agents: responses stream': () => runAgent(true, true),
  'agents: chat': () => runAgent(false, false),
  'agents: chat stream': () => runAgent(false, true),
  'langchain: chat': async () => {
    assert.equal((await langchain({}).invoke('Hi')).text, words)
  },
  'langchain: stream': async () => {
    const chunks = await readAll(await langchain({}).stream('Hi'))
    assert.equal(chunks.map(({ text }) => text).join(''), words)
  },
  'langchain: tools': () => answerToolOfLangchain({}),
  'langchain: responses': async () => {
    assert.equal((await langchain({ useResponsesApi: true }).invoke('Hi')).text, words)
  },
  'langchain: responses tools': () => answerToolOfLangchain({ useResponsesApi: true }),
  'langchain: embeddings': async () => {
    const embeddings = new OpenAIEmbeddings({
      model: `${model}-embed`,
      apiKey,
      configuration: { baseURL },
    })
    assert.equal((await embeddings.embedQuery('Hi')).length, 3)
  },
  'langchain: overflow': () => failOnOverflow(langchain({ model: overflow }).invoke('Hi')),
}

for (const [name, run] of Object.entries(scenarios)) {
  const said = await run().then(
    () => ({ name }),
    (error) => ({ name, error: String(error?.stack ?? error).slice(0, 2000) }),
  )
  process.stdout.write(`${JSON.stringify(said)}\n`)
}
process.exit(0)
