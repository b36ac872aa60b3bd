import { describe, expect, it } from 'vitest'
import { chooseHandling } from './choose-handling.ts'

const scope = 'https://studio.example/'

const choose = (
  path: string,
  options: { method?: string; mode?: RequestMode; range?: string } = {},
) => {
  const { method = 'GET', mode = 'cors', range } = options
  const headers = new Headers(range === undefined ? {} : { range })
  return chooseHandling({ method, mode, headers, url: new URL(path, scope).href }, scope)
}

describe('chooseHandling', () => {
  it.each([
    ['/assets/chat-abc123.js', 'asset'],
    ['/api/models', 'copy'],
    ['/api/conversations?view=active', 'copy'],
    ['/api/conversations/abc/messages', 'copy'],
    ['/api/assets?limit=96', 'copy'],
    ['/api/files/abc', 'copy'],
    ['/samples/lion.webp', 'copy'],
  ])('handles a GET of %s as %s', (path, handling) => {
    expect(choose(path)).toBe(handling)
  })

  it.each([
    '/api/changes',
    '/api/tasks/abc/events',
    '/api/conversations/abc/export',
    '/api/assets/download?ids=a',
    '/api/assets/abc/share',
    '/api/keys',
    '/api/people',
    '/llm/models',
    'https://elsewhere.example/assets/a.js',
  ])('leaves %s to the network', (path) => {
    expect(choose(path)).toBe('network')
  })

  it.each(['/', '/chat/abc', '/library', '/view'])('stores the page at %s', (path) => {
    expect(choose(path, { mode: 'navigate' })).toBe('page')
  })

  it.each(['/share/abc', '/invitation/abc', '/reset/abc', '/preview/tab', '/api/files/abc/view'])(
    'does not answer a visit of %s with the stored page',
    (path) => {
      expect(choose(path, { mode: 'navigate' })).not.toBe('page')
    },
  )

  it('leaves changes and parts of files to the network', () => {
    expect(choose('/api/conversations', { method: 'POST' })).toBe('network')
    expect(choose('/api/files/abc', { range: 'bytes=0-99' })).toBe('network')
  })

  it('handles content that another app shares as “shared”', () => {
    expect(choose('/share-target', { method: 'POST', mode: 'navigate' })).toBe('shared')
  })

  it('handles only addresses below its scope if the app runs below a path', () => {
    const request = { method: 'GET', mode: 'cors' as const, headers: new Headers() }
    const below = 'https://home.example/studio/'
    expect(chooseHandling({ ...request, url: `${below}api/models` }, below)).toBe('copy')
    expect(chooseHandling({ ...request, url: 'https://home.example/api/models' }, below)).toBe(
      'network',
    )
  })
})
