import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noticeTextsCache } from '#lib/browser/offline-names.ts'
import { openNotice, showNotice } from './show-notice.ts'

function createScope(visibility: string[] = []) {
  const opened: string[] = []
  const shown: { title: string; options: NotificationOptions }[] = []
  const pages = visibility.map((visibilityState) => ({
    visibilityState,
    navigate: async (url: string) => void opened.push(`same ${url}`),
    focus: vi.fn<() => Promise<void>>(async () => {}),
  }))
  const scope = {
    clients: {
      matchAll: async () => pages,
      openWindow: async (url: string) => void opened.push(url),
    },
    registration: {
      scope: 'https://home.example/studio/',
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push({ title, options }),
    },
  }
  return { scope, opened, shown, pages }
}

const storeTexts = (texts: unknown) =>
  vi.stubGlobal('caches', {
    match: async (url: URL, { cacheName }: MultiCacheQueryOptions) =>
      url.href === 'https://home.example/studio/notice-texts' && cacheName === noticeTextsCache
        ? Response.json(texts)
        : undefined,
  })

beforeEach(() => void storeTexts({}))
afterEach(() => void vi.unstubAllGlobals())

const notice = { kind: 'answer', id: 'c1' }

describe('showNotice', () => {
  it('says that an answer is ready, while no page is visible', async () => {
    const { scope, shown } = createScope(['hidden'])
    await showNotice(notice, scope)
    expect(shown).toMatchObject([
      { title: 'The answer is ready.', options: { tag: 'answer-c1', data: { path: 'chat/c1' } } },
    ])
  })

  it('uses the texts that the page has stored in the reader’s language', async () => {
    storeTexts({ 'The answer is ready.': 'Die Antwort ist fertig.' })
    const { scope, shown } = createScope()
    await showNotice(notice, scope)
    expect(shown).toMatchObject([{ title: 'Die Antwort ist fertig.' }])
  })

  it('shows nothing while a page is visible', async () => {
    const { scope, shown } = createScope(['hidden', 'visible'])
    await showNotice(notice, scope)
    expect(shown).toEqual([])
  })

  it.each([
    undefined,
    'text',
    {},
    { kind: 'constructor', id: 'c1' },
    { kind: 'answer', id: '../x' },
  ])('ignores the content %j', async (data) => {
    const { scope, shown } = createScope()
    await showNotice(data, scope)
    expect(shown).toEqual([])
  })
})

describe('openNotice', () => {
  it('opens the chat below the base path', async () => {
    const { scope, opened } = createScope()
    await openNotice({ path: 'chat/c1' }, scope)
    expect(opened).toEqual(['https://home.example/studio/chat/c1'])
  })

  it('uses a page that is open', async () => {
    const { scope, opened, pages } = createScope(['hidden'])
    await openNotice({ path: 'library/m1' }, scope)
    expect(opened).toEqual(['same https://home.example/studio/library/m1'])
    expect(pages[0]?.focus).toHaveBeenCalled()
  })

  it.each(['https://other.example/', '//other.example', '../x', undefined])(
    'opens the start page instead of %j',
    async (path) => {
      const { scope, opened } = createScope()
      await openNotice({ path }, scope)
      expect(opened).toEqual(['https://home.example/studio/'])
    },
  )
})
