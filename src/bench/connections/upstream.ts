import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * Fake models with the APIs of OpenAI and Anthropic. They run in a separate process, so that they
 * take no CPU time from the measuring process. Each sends one word per millisecond in a separate
 * packet. `BENCH_MODELS` is the number of models to list.
 */

const count = Number(process.env['BENCH_MODELS'] ?? 1)
const wordMs = 1

const makers = ['meta', 'qwen', 'mistral', 'google', 'openai', 'deepseek']
const models = Array.from({ length: count }, (_, at) => ({
  id: `${makers[at % makers.length]}/model-${at}-instruct`,
  object: 'model',
  name: `Model ${at} Instruct`,
  description: `Number ${at} of a list as long as OpenRouter’s.`,
  context_length: 8192 * (1 + (at % 16)),
  architecture: { input_modalities: at % 2 ? ['text', 'image'] : ['text'] },
  pricing: { prompt: `0.00000${1 + (at % 9)}`, completion: `0.0000${1 + (at % 9)}` },
  supported_parameters: at % 3 ? ['tools', 'reasoning'] : ['temperature'],
}))

const server = createServer((request, response) => {
  const path = request.url ?? ''
  if (path.includes('/models')) {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data: models, has_more: false }))
    return
  }
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const asked = JSON.parse(body) as { stream?: boolean; max_tokens?: number }
    const isAnthropic = path.endsWith('/messages')
    const form = isAnthropic ? anthropic : openai
    if (asked.stream && asked.max_tokens === 1) {
      response.setHeader('Content-Type', 'text/event-stream')
      response.end(form.begin + form.word(0) + form.end)
    } else if (asked.stream) speak(response, form, asked.max_tokens ?? 1)
    else {
      response.setHeader('Content-Type', 'application/json')
      response.end(completion)
    }
  })
})

type Form = { begin: string; word: (at: number) => string; end: string }

const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const openai: Form = {
  begin: chunk({ role: 'assistant', content: '' }, null),
  word: (at) => chunk({ content: ` word${at}` }, null),
  end: `${chunk({}, 'stop')}data: [DONE]\n\n`,
}

const event = (data: { type: string; [field: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
const usage = { input_tokens: 5, output_tokens: 1 }
const anthropic: Form = {
  begin:
    event({ type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage } }) +
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  word: (at) =>
    event({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: ` word${at}` },
    }),
  end:
    event({ type: 'content_block_stop', index: 0 }) +
    event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }) +
    event({ type: 'message_stop' }),
}

function speak(response: ServerResponse, { begin, word, end }: Form, words: number): void {
  response.setHeader('Content-Type', 'text/event-stream')
  response.socket?.setNoDelay(true)
  response.write(begin)
  let at = 0
  const timer = setInterval(() => {
    if (at < words) response.write(word(at++))
    else {
      clearInterval(timer)
      response.end(end)
    }
  }, wordMs)
  response.on('close', () => clearInterval(timer))
}

const completion = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: ' 0 ' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

server.listen(0, '127.0.0.1', 4096, () => {
  console.log(`Upstream is at http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
})
