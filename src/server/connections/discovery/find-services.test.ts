import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { providerKinds } from '../../providers/kinds.ts'
import { discoverServices } from './find-services.ts'

const signal = () => AbortSignal.timeout(300_000)
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(answers: Record<string, string | undefined>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    // An empty answer stands for a server that never responds.
    if (answer === '') return
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const kindsAt = (origin: string) =>
  providerKinds.map((kind) => ({
    ...kind,
    ...(kind.localMarks && { localMarks: kind.localMarks.map((mark) => ({ ...mark, origin })) }),
  }))

const json = JSON.stringify
const openApi = (...paths: string[]) =>
  json({ info: { title: 'API' }, paths: Object.fromEntries(paths.map((path) => [path, {}])) })

const marks: [kind: string, path: string, answers: Record<string, string>][] = [
  ['ollama', '', { '/': 'Ollama is running' }],
  ['lm-studio', '/v1', { '/api/v1/models': json({ models: [{ key: 'gemma', type: 'llm' }] }) }],
  [
    'lm-studio',
    '/v1',
    {
      '/api/v0/models': json({
        data: [{ id: 'a', state: 'loaded', compatibility_type: 'gguf' }],
      }),
    },
  ],
  [
    'llama-cpp',
    '/v1',
    { '/props': json({ default_generation_settings: { n_ctx: 4096 }, total_slots: 1 }) },
  ],
  ['vllm', '/v1', { '/v1/models': json({ data: [{ id: 'a', owned_by: 'vllm' }] }) }],
  ['local-ai', '/v1', { '/.well-known/localai.json': json({ version: 'v4', endpoints: {} }) }],
  ['local-ai', '/v1', { '/system': json({ backends: [], loaded_models: [] }) }],
  [
    'gradio',
    '',
    {
      '/config': json({
        version: '5.49.0',
        protocol: 'sse_v3',
        components: [{ id: 1, type: 'model3d', props: {} }],
        dependencies: [],
      }),
    },
  ],
  ['jan', '/v1', { '/openapi.json': json({ info: { title: 'Jan API' } }) }],
  [
    'lemonade',
    '/api/v1',
    { '/api/v1/health': json({ version: '9.1', status: 'ok', all_models_loaded: [] }) },
  ],
  [
    'lemonade-3d',
    '',
    { '/v1/models': json({ object: 'list', data: [{ id: 'trellis', labels: ['3d'] }] }) },
  ],
  [
    'comfyui',
    '',
    {
      '/system_stats': json({ system: { os: 'posix', comfyui_version: '0.3.60' }, devices: [] }),
    },
  ],
  ['modly', '', { '/openapi.json': openApi('/generate/from-image', '/model/all') }],
  ['whisper-cpp', '', { '/': '<title>Whisper.cpp Server</title>' }],
  [
    'speaches',
    '/v1',
    { '/openapi.json': openApi('/v1/audio/transcriptions', '/v1/registry', '/v1/models') },
  ],
  ['kokoro', '/v1', { '/openapi.json': openApi('/v1/audio/speech', '/v1/audio/voices/combine') }],
  ['hunyuan3d-server', '', { '/openapi.json': openApi('/generate', '/send', '/status/{uid}') }],
]

describe('discoverServices', () => {
  it.each(marks)(
    'recognises a server by its characteristic response: %s',
    async (kind, path, answers) => {
      const origin = await serve(answers)
      expect(await discoverServices(kindsAt(origin), [], signal())).toMatchObject([
        { kind, address: origin + path },
      ])
    },
  )

  it('does not report a different server on the usual port of a known kind', async () => {
    const origin = await serve({
      '/': 'Welcome',
      '/v1/models': json({ object: 'list', data: [{ id: 'a', owned_by: 'me' }] }),
      '/props': '<!doctype html>',
      '/system': 'null',
      // A Gradio app that generates pictures must not be recognized as a 3D service.
      '/config': json({
        version: '5.49.0',
        protocol: 'sse_v3',
        components: [{ id: 1, type: 'image', props: {} }],
        dependencies: [],
      }),
      '/openapi.json': json({ info: { title: 'Petstore' } }),
      '/api/v1/models': '[',
    })
    expect(await discoverServices(kindsAt(origin), [], signal())).toEqual([])
  })

  it('leaves out connected servers, whatever their names', async () => {
    const origin = await serve({ '/': 'Ollama is running' })
    const { port } = new URL(origin)
    const connected = [{ address: `http://localhost:${port}/v1` }, { address: undefined }]
    expect(await discoverServices(kindsAt(origin), connected, signal())).toEqual([])
  })

  it('does not wait for slow servers', async () => {
    const origin = await serve({ '/': '', '/props': '', '/v1/models': '' })
    expect(await discoverServices(kindsAt(origin), [], signal())).toEqual([])
  })

  it('tries all kinds of services on this machine', () => {
    const kinds = providerKinds.filter(({ localMarks = [] }) => localMarks.length > 0)
    expect([...new Set(marks.map(([kind]) => kind))].toSorted()).toEqual(
      kinds.map(({ id }) => id).toSorted(),
    )
  })

  it('searches only this machine', () => {
    const origins = providerKinds.flatMap(({ localMarks = [] }) =>
      localMarks.map((mark) => mark.origin),
    )
    expect(origins.length).toBeGreaterThan(5)
    for (const origin of origins) expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })
})
