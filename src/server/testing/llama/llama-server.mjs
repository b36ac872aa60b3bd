/*
 * Runs llama.cpp with the HTTP API of `llama-server` in a separate process. Arguments: the file of
 * `node-llama-cpp` to import, and the model. Prints its URL.
 */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

const [main, modelPath] = process.argv.slice(2)
const { getLlama, LlamaCompletion } = await import(pathToFileURL(main).href)
const llama = await getLlama({ build: 'never', gpu: false, logLevel: 'error' })
const model = await llama.loadModel({ modelPath })
const context = await model.createContext({ threads: 1 })
const sequence = context.getSequence()
const completion = new LlamaCompletion({ contextSequence: sequence })
const name = 'tiny'
let turn = Promise.resolve()

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname === '/v1/chat/completions') {
    // Requests run sequentially, because this llama.cpp context has only one sequence.
    turn = turn.then(() => answer(request, response)).catch((error) => response.destroy(error))
    return
  }
  const told = facts[pathname]
  response.writeHead(told ? 200 : 404, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(told ?? { error: { code: 404, message: 'File Not Found' } }))
})

const facts = {
  '/health': { status: 'ok' },
  '/props': {
    default_generation_settings: { n_ctx: context.contextSize },
    total_slots: 1,
    model_path: modelPath,
  },
  '/v1/models': {
    object: 'list',
    data: [
      {
        id: name,
        object: 'model',
        owned_by: 'llamacpp',
        meta: { n_ctx_train: model.trainContextSize },
      },
    ],
  },
}

async function answer(request, response) {
  const { messages, stream, max_tokens: maxTokens = 64 } = await json(request)
  const prompt = messages.map(({ role, content }) => `${role}: ${getText(content)}`).join('\n')
  const head = { id: 'chatcmpl-1', created: Math.floor(Date.now() / 1000), model: name }
  const promptTokens = model.tokenize(prompt).length
  const send = (delta, reason, more = {}) => {
    const choices = [{ index: 0, delta, finish_reason: reason }]
    const chunk = { ...head, object: 'chat.completion.chunk', choices, ...more }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  if (stream) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    send({ role: 'assistant', content: '' }, null)
  }
  await sequence.clearHistory()
  let completionTokens = 0
  const text = await completion.generateCompletion(`${prompt}\n`, {
    maxTokens,
    temperature: 0,
    onTextChunk: (content) => {
      completionTokens++
      if (stream) send({ content }, null)
    },
  })
  const usage = { prompt_tokens: promptTokens, completion_tokens: completionTokens }
  if (stream) {
    send({}, 'stop', { usage: { ...usage, total_tokens: promptTokens + completionTokens } })
    response.end('data: [DONE]\n\n')
    return
  }
  const message = { role: 'assistant', content: text }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage }))
}

const getText = (content) =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`llama.cpp is at http://127.0.0.1:${server.address().port}\n`)
})
