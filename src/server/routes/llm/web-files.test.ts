import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { fetchPicture, type FetchPicture } from '../../files/pictures/fetch-picture.ts'
import { startUpstream, type Upstream } from '../../providers/openai/upstream.fixture.ts'
import { createTestConnections, createLlmApp } from './llm-app.fixture.ts'

const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')
let upstream: Upstream
let inside: Server
let insideUrl: string
let asked: string[] = []
let insideRequests = 0

beforeAll(async () => {
  upstream = await startUpstream((request, response, body) => {
    if (request.method === 'POST') asked.push(body)
    response.setHeader('Content-Type', 'application/json')
    response.end(
      JSON.stringify({
        choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }],
      }),
    )
  })
  inside = createServer((_request, response) => {
    insideRequests++
    response.end(png)
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  insideUrl = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/router-config.png`
})
afterAll(async () => {
  inside.close()
  await upstream.close()
})
beforeEach(() => {
  asked = []
  insideRequests = 0
})

function send(path: string, body: object, fetchFromWeb: FetchPicture = fetchPicture) {
  const baseUrl = `${upstream.url}/v1`
  const app = createLlmApp({
    ...createTestConnections({ BOZZETTO_OPENAI_URL: baseUrl }),
    keyCheck: createKeyCheck(['sa-0123456789']),
    fetchFromWeb,
  })
  return app.request(`/llm${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sa-0123456789' },
    body: JSON.stringify(body),
  })
}
const withPicture = (url: string) => ({
  model: 'openai/m',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url, detail: 'low' } },
      ],
    },
  ],
})

describe('a model server on this machine', () => {
  it('receives no URL of this machine’s network', async () => {
    const response = await send('/chat/completions', withPicture(insideUrl))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('private network')
    expect([asked, insideRequests]).toEqual([[], 0])
  })

  it('receives the picture of a public URL, which this server fetches and checks', async () => {
    const fetched: string[] = []
    const fetchFromWeb: FetchPicture = (address) => {
      fetched.push(address)
      return Promise.resolve({ bytes: png, name: '' })
    }
    const url = 'https://example.com/a.png'
    const response = await send('/chat/completions', withPicture(url), fetchFromWeb)
    expect(response.status).toBe(200)
    expect(fetched).toEqual([url])
    const { messages } = JSON.parse(asked[0]!) as { messages: unknown[] }
    expect(messages[0]).toMatchObject({
      content: [
        { type: 'text' },
        {
          image_url: { url: `data:image/png;base64,${png.toString('base64')}`, detail: 'low' },
        },
      ],
    })
  })

  it.each([
    [
      '/chat/completions',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'video_url', video_url: { url: 'http://10.0.0.1/' } }],
          },
        ],
      },
    ],
    [
      '/v1/responses',
      {
        input: [
          { role: 'user', content: [{ type: 'input_image', image_url: 'http://10.0.0.1/' }] },
        ],
      },
    ],
    [
      '/v1/responses',
      {
        input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'HTTP://10.0.0.1/' }] }],
      },
    ],
    [
      '/v1/messages',
      {
        messages: [
          { content: [{ type: 'image', source: { type: 'url', url: 'http://10.0.0.1/' } }] },
        ],
      },
    ],
    ['/v1/responses', { tools: [{ type: 'mcp', server_url: 'http://10.0.0.1/' }] }],
  ])('receives no other URL: %s %j', async (path, body) => {
    const response = await send(path, { model: 'openai/m', ...body })
    expect(response.status).toBe(400)
    expect(asked).toEqual([])
  })

  it('receives pictures as data, and text that mentions URLs', async () => {
    const data = `data:image/png;base64,${png.toString('base64')}`
    expect((await send('/chat/completions', withPicture(data))).status).toBe(200)
    const words = {
      model: 'openai/m',
      input: [{ role: 'user', content: [{ type: 'input_text', text: insideUrl }] }],
    }
    expect((await send('/v1/responses', words)).status).toBe(200)
    expect(asked).toHaveLength(2)
  })
})
