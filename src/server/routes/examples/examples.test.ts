import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import { listen } from '../../http/listen.ts'
import {
  createCompletion,
  startUpstream,
  type Upstream,
} from '../../providers/openai/upstream.fixture.ts'
import { startServer, type RunningServer } from '../../running-server.ts'
import { makeDataFolder } from '../../store/data-folder.fixture.ts'

const key = 'sa-example-client-71c0d9e2'
const words = ['Hello', ' "you"', ' there.']

let folder: string
let upstream: Upstream
let running: RunningServer
let server: Server
let url: string
const asked: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-examples-'))
  upstream = await startUpstream((request, response, body) => {
    if (request.url?.endsWith('/models')) {
      response.setHeader('content-type', 'application/json')
      response.end('{"object":"list","data":[{"id":"writer","object":"model"}]}')
      return
    }
    const { stream, messages } = JSON.parse(body) as {
      stream?: boolean
      messages: { content: string }[]
    }
    asked.push(messages.at(-1)?.content ?? '')
    if (stream === true) {
      response.setHeader('content-type', 'text/event-stream')
      response.end(createCompletion(words).join(''))
      return
    }
    const message = { role: 'assistant', content: words.join('') }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ id: 'c1', choices: [{ index: 0, message, finish_reason: 'stop' }] }),
    )
  })
  await makeDataFolder(folder)
  running = await startServer(
    readEnv({
      BOZZETTO_DATA: folder,
      BOZZETTO_API_KEYS: key,
      BOZZETTO_OPENAI_URL: `${upstream.url}/v1`,
      BOZZETTO_OPENAI_KEY: 'sk-example',
    }),
  )
  const listening = await listen(running.fetch, { hostname: '127.0.0.1', port: 0 })
  server = listening.server
  url = `http://127.0.0.1:${listening.address.port}`
})
afterAll(async () => {
  server?.close().closeAllConnections()
  await running?.close()
  await upstream?.close()
  await rm(folder, { recursive: true, force: true })
})

const question = 'What is a "mesh" \\ shell?'
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

async function runExample(program: string, name: string, usedKey = key): Promise<string> {
  const file = path.join('src/server/routes/examples', name)
  const { stdout } = await promisify(execFile)(program, [file, 'openai/writer', question], {
    env: { ...process.env, BOZZETTO_URL: url, BOZZETTO_KEY: usedKey },
    timeout: 60_000,
  })
  expect(asked.at(-1)).toBe(question)
  return stdout
}

describe('example clients', () => {
  it('chat.mjs streams an answer in Node', async () => {
    expect(await runExample(process.execPath, 'chat.mjs')).toBe(`${words.join('')}\n`)
  })

  it.skipIf(!isInstalled('python3'))(
    'the Python example streams an answer (needs python3)',
    async () => {
      expect(await runExample('python3', 'chat.py')).toBe(`${words.join('')}\n`)
    },
  )

  it.skipIf(!isInstalled('curl'))('the curl example prints an answer (needs curl)', async () => {
    const answer = JSON.parse(await runExample('sh', 'chat.sh')) as {
      choices: { message: { content: string } }[]
    }
    expect(answer.choices[0]?.message.content).toBe(words.join(''))
  })

  it('print the server’s error message if the API key is wrong', async () => {
    const failing = runExample(process.execPath, 'chat.mjs', 'sa-wrong')
    await expect(failing).rejects.toThrow(/401/)
  })
})
