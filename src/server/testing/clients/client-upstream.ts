import { isRecord, type Fields } from '#lib/fields.ts'
import {
  beginStream,
  createChunk,
  createCompletion,
  startUpstream,
} from '../../providers/openai/upstream.fixture.ts'

/**
 * Starts a service with one model that can answer, call a tool, write JSON, and reject prompts that
 * are too long.
 */
export async function startClientUpstream() {
  const refused: string[] = []
  const upstream = await startUpstream((request, response, body) => {
    if (request.method === 'GET') {
      const data = ['writer', 'writer-overflow', 'writer-embed'].map((id) => ({ id }))
      return response.end(JSON.stringify({ object: 'list', data }))
    }
    const asked = JSON.parse(body) as Fields
    if (asked['model'] === 'writer-overflow') {
      refused.push(request.url ?? '')
      response.writeHead(400, { 'Content-Type': 'application/json' })
      return response.end(JSON.stringify({ error: overflow }))
    }
    if (request.url?.endsWith('/embeddings')) {
      response.setHeader('Content-Type', 'application/json')
      return response.end(embeddingsOf(asked))
    }
    return beginStream(response).end(answerOf(asked))
  })
  return { url: `${upstream.url}/v1`, refused, close: upstream.close }
}

const overflow = {
  message: 'This model’s maximum context length is 10 tokens.',
  type: 'invalid_request_error',
  param: 'messages',
  code: 'context_length_exceeded',
}

/** The SDK requests base64 by default. */
function embeddingsOf({ encoding_format: format, input }: Fields): string {
  const vector = [0.5, -1, 0.25]
  const encoded = Buffer.from(new Float32Array(vector).buffer).toString('base64')
  const embedding = format === 'base64' ? encoded : vector
  const inputs = Array.isArray(input) ? input : [input]
  const data = inputs.map((_, index) => ({ object: 'embedding', index, embedding }))
  const usage = { prompt_tokens: 1, total_tokens: 1 }
  return JSON.stringify({ object: 'list', data, model: 'writer-embed', usage })
}

const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 }
const end = (reason: string) => createChunk({}, reason, { usage }) + 'data: [DONE]\n\n'

function answerOf({ messages, tools, response_format: format }: Fields): string {
  const all = Array.isArray(messages) ? messages.filter(isRecord) : []
  const hasResult = all.some(({ role }) => role === 'tool')
  if (hasResult) return createCompletion(['It is sunny', ' in Bern.']).join('')
  const name = weatherTool(tools)
  if (name !== undefined && JSON.stringify(all).includes('weather in Bern')) {
    return (
      createChunk({ reasoning_content: 'I need the weather.' }) +
      partOfCall({ name, arguments: '' }, 'call_1') +
      partOfCall({ arguments: '{"city":' }) +
      partOfCall({ arguments: '"Bern"}' }) +
      end('tool_calls')
    )
  }
  if (isRecord(format) && format['type'] !== 'text') {
    return createChunk({ content: '{"city":"Bern"}' }) + end('stop')
  }
  return createCompletion(['Hello', ' there']).join('')
}

const partOfCall = (called: object, id?: string) =>
  createChunk({ tool_calls: [{ index: 0, ...(id && { id, type: 'function' }), function: called }] })

const weatherTool = (tools: unknown): string | undefined =>
  (Array.isArray(tools) ? tools : [])
    .map((tool) => (isRecord(tool) && isRecord(tool['function']) ? tool['function']['name'] : ''))
    .find((name): name is string => typeof name === 'string' && name.includes('weather'))
