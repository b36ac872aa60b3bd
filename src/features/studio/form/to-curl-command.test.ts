import { execFileSync } from 'node:child_process'
import { describe, expect, it, vi } from 'vitest'
import { toCurlCommand } from './to-curl-command.ts'

const origin = 'http://127.0.0.1:5310'

const runInShell = (command: string): string[] =>
  execFileSync(
    'sh',
    ['-c', `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }; ${command}`],
    {
      env: { BOZZETTO_KEY: 'sa-1' },
    },
  )
    .toString()
    .split('\0')

describe('toCurlCommand', () => {
  it('quotes any text for the shell', () => {
    const params = { prompt: `it's "$HOME" \`date\` \\n\nnew line`, face_limit: 5 }
    const [url, , key, , type, , body] = runInShell(toCurlCommand(origin, 'gateway/a', params))
    expect([url, key, type]).toEqual([
      `${origin}/model/v1/generation`,
      'Authorization: Bearer sa-1',
      'Content-Type: application/json',
    ])
    expect(JSON.parse(body!)).toEqual({ model: 'gateway/a', input: [{ params }] })
  })

  it('uses the absolute address of pictures below a base path', async () => {
    vi.resetModules()
    vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/tools' }) })
    const below = await import('./to-curl-command.ts')
    const { assistantSchema } = await import('#contract/chat/assistants.ts')
    vi.unstubAllGlobals()
    const params = { image_url: '/tools/api/files/abc' }
    expect(below.toCurlCommand(origin, 'a', params)).toContain(`"${origin}/tools/api/files/abc"`)
    const url = '/api/assistants/a/picture'
    expect(assistantSchema.shape.pictureUrl.parse(url)).toBe(`/tools${url}`)
  })

  it('uses the absolute address of pictures on this server', () => {
    const params = { image_url: '/api/files/abc', views: [{ url: 'https://example.com/b' }] }
    expect(toCurlCommand(origin, 'a', params)).toContain(`"image_url": "${origin}/api/files/abc"`)
    expect(toCurlCommand(origin, 'a', params)).toContain('"url": "https://example.com/b"')
  })
})
