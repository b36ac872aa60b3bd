import { asRecord, isRecord, type Fields } from '#lib/fields.ts'
import {
  beginStream,
  createChunk,
  createCompletion,
  startUpstream,
} from '../../providers/openai/upstream.fixture.ts'

/**
 * Starts a service with one model. The model can answer, call tools, write JSON, and reject prompts
 * that are too long.
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
      return response.end(getEmbeddings(asked))
    }
    return beginStream(response).end(getAnswer(asked))
  })
  return { url: `${upstream.url}/v1`, refused, close: upstream.close }
}

const overflow = {
  message: 'This model’s maximum context length is 10 tokens.',
  type: 'invalid_request_error',
  param: 'messages',
  code: 'context_length_exceeded',
}

function getEmbeddings({ encoding_format: format, input }: Fields): string {
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

function getAnswer({ messages, tools, response_format: format }: Fields): string {
  const all = Array.isArray(messages) ? messages.filter(isRecord) : []
  const results = all.filter(({ role }) => role === 'tool')
  const reading = JSON.stringify(all).match(notePath)?.[0]
  if (reading !== undefined && results.length > 0) {
    const [word = 'nothing'] = JSON.stringify(results).match(/note-\w+/) ?? []
    return createCompletion(['The note says ', word]).join('')
  }
  const readCall = reading === undefined ? undefined : toReadCall(tools, reading)
  if (readCall) {
    return (
      partOfCall({ name: readCall.name, arguments: '' }, 'call_1') +
      partOfCall({ arguments: readCall.arguments }) +
      end('tool_calls')
    )
  }
  if (results.length > 0) return createCompletion(['It is sunny', ' in Bern.']).join('')
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

const notePath = /(?:\/[\w.-]{1,99}){1,20}\/note\.txt/

function toReadCall(tools: unknown, file: string): { name: string; arguments: string } | undefined {
  const functions = (Array.isArray(tools) ? tools : [])
    .map((tool) => asRecord(asRecord(tool)['function']))
    .filter(({ name }) => typeof name === 'string')
  const find = (pattern: RegExp) => functions.find(({ name }) => pattern.test(String(name)))
  const reader = find(/^Read$/)
  if (reader) return { name: 'Read', arguments: JSON.stringify({ file_path: file }) }
  const shell = find(/^(?:shell|shell_command|exec_command|local_shell)$/)
  if (!shell) return undefined
  const fields = asRecord(asRecord(shell['parameters'])['properties'])
  const isList = asRecord(fields['command'])['type'] === 'array'
  const command = isList ? ['cat', file] : `cat ${file}`
  const asked = 'cmd' in fields ? { cmd: `cat ${file}` } : { command }
  return { name: String(shell['name']), arguments: JSON.stringify(asked) }
}

const partOfCall = (called: object, id?: string) =>
  createChunk({ tool_calls: [{ index: 0, ...(id && { id, type: 'function' }), function: called }] })

const weatherTool = (tools: unknown): string | undefined =>
  (Array.isArray(tools) ? tools : [])
    .map((tool) => (isRecord(tool) && isRecord(tool['function']) ? tool['function']['name'] : ''))
    .find((name): name is string => typeof name === 'string' && name.includes('weather'))
