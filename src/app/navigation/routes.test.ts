import { describe, expect, it } from 'vitest'
import { parsePlace, findRedirect } from './routes.ts'

const id = '0123456789abcdefghij'

describe('parsePlace', () => {
  it.each([
    ['/', { name: 'studio', assetId: undefined }],
    [`/asset/${id}`, { name: 'studio', assetId: id }],
    ['/chat', { name: 'chat', conversationId: undefined }],
    ['/chat/', { name: 'chat', conversationId: undefined }],
    [`/chat/${id}`, { name: 'chat', conversationId: id }],
    ['/chat/assistants', { name: 'chat', page: 'assistants', assistantId: undefined }],
    [`/chat/assistants/${id}`, { name: 'chat', page: 'assistants', assistantId: id }],
    ['/view', { name: 'viewer' }],
    ['/compare', { name: 'compare' }],
    ['/phone', { name: 'phone' }],
    ['/welcome', { name: 'welcome' }],
    [`/share/${'a'.repeat(32)}`, { name: 'share', token: 'a'.repeat(32) }],
    ['/chat//', { name: 'chat', conversationId: undefined }],
    ['/library/', { name: 'library', assetId: undefined }],
    ['/settings/', { name: 'settings', page: undefined }],
    ['/library', { name: 'library', assetId: undefined }],
    ['/settings', { name: 'settings', page: undefined }],
    ['/settings/memory', { name: 'settings', page: 'memory' }],
    ['/docs/api', { name: 'settings', page: 'reference' }],
    [`/library/${id}`, { name: 'library', assetId: id }],
  ])('recognises the address %s', (path, place) => {
    expect(parsePlace(path)).toEqual(place)
  })

  it.each([
    '/asset',
    '/chat/not-an-id',
    '/chat/assistants/not-an-id',
    `/chat/assistants/${id}/more`,
    `/chat/${id}/more`,
    '/nonsense',
    '/docs',
    '/settings/x',
    '/share',
    `/share/${id}`,
  ])('returns “nowhere” for %s', (path) => {
    expect(parsePlace(path)).toEqual({ name: 'nowhere' })
  })
})

describe('findRedirect', () => {
  it.each(['/studio', '/studio/'])('redirects %s to the studio', (path) => {
    expect(findRedirect(path)).toBe('/')
  })

  it.each(['/', '/chat', '/library/', '/studio/x', '/studios'])('does not redirect %s', (path) => {
    expect(findRedirect(path)).toBeUndefined()
  })
})
