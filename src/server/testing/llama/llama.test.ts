import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { ensureLlama } from '../../../cli/testing/test-llama.mjs'
import { readEnv } from '../../env.ts'
import { listen } from '../../http/listen.ts'
import { startServer, type RunningServer } from '../../running-server.ts'
import { makeDataFolder } from '../../store/data-folder.fixture.ts'
import { makeTinyGguf, tinySentence } from './tiny-gguf.ts'

const llama = await ensureLlama()
if (llama.missing !== undefined) console.warn(`${llama.missing} What is tested with it is skipped.`)

const apiKey = 'sa-a-key-for-the-llama'
const password = 'a llama on the meadow'

describe.skipIf(llama.missing !== undefined)('server with a real llama.cpp', () => {
  let folder: string
  let door: ChildProcess
  let running: RunningServer
  let server: Server
  let url: string
  let address: string
  let cookie = ''

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-llama-'))
    const modelFile = path.join(folder, 'tiny.gguf')
    await writeFile(modelFile, makeTinyGguf())
    const script = fileURLToPath(new URL('./llama-server.mjs', import.meta.url))
    door = spawn(process.execPath, [script, llama.main ?? '', modelFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const env = readEnv({
      BOZZETTO_DATA: folder,
      BOZZETTO_API_KEYS: apiKey,
      BOZZETTO_PASSWORD: password,
    })
    await makeDataFolder(folder)
    running = await startServer(env)
    const listening = await listen(running.fetch, { hostname: '127.0.0.1', port: 0 })
    server = listening.server
    url = `http://127.0.0.1:${listening.address.port}`
    const signedIn = await fetch(`${url}/api/session`, {
      method: 'POST',
      body: JSON.stringify({ password }),
    })
    cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    address = await getAddress(door)
  })
  afterAll(async () => {
    door?.kill()
    server?.close().closeAllConnections()
    await running?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const post = async (at: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + at, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(300_000),
    })
    return response.text()
  }

  it('can connect and test llama.cpp, and streams its answers to a chat and to both kinds of clients', async () => {
    const kind = { kind: 'llama-cpp', address: `${address}/v1` }
    expect(await post('/api/connections', kind)).toContain('"id":"llama-cpp"')
    const tested = await post('/api/connections/llama-cpp/test', {})
    expect(tested.match(/"state":"ok"/g)).toHaveLength(3)
    expect(tested).toContain('Found 1 model.')

    const run = await post(`/api/conversations/${newId()}/runs`, {
      runId: newId(),
      answerId: newId(),
      modelId: 'llama-cpp/tiny',
      question: { id: newId(), text: 'Who speaks?' },
    })
    const words = getWords(run, /"type":"text-delta","delta":"([^"]*)"/g)
    expect(words.join('').trim()).toBe(tinySentence)
    expect(run).toContain('"status":"completed"')

    const question = { model: 'llama-cpp/tiny', messages: [{ role: 'user', content: 'Hello?' }] }
    const headers = { authorization: `Bearer ${apiKey}`, 'x-api-key': apiKey }
    const openai = await post('/llm/chat/completions', { ...question, stream: true }, headers)
    const pieces = getWords(openai, /"content":"([^"]+)"/g)
    expect(pieces.join('').trim()).toBe(tinySentence)
    expect(pieces.length).toBeGreaterThan(3)
    const asked = { ...question, max_tokens: 64, stream: true }
    const anthropic = await post('/llm/v1/messages', asked, headers)
    const parts = getWords(anthropic, /"type":"text_delta","text":"([^"]+)"/g)
    expect(parts.join('').trim()).toBe(tinySentence)
  })
})

const getWords = (events: string, pattern: RegExp) =>
  Array.from(events.matchAll(pattern), ([, word = '']) => word)

async function getAddress({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('It has no output.')
  for await (const line of createInterface(stdout)) {
    const found = /is at (\S+)/.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error('llama.cpp did not start.')
}
