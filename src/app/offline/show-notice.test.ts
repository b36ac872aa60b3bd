import { describe, expect, it, vi } from 'vitest'
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

const notice = { kind: 'answer', id: 'c1' }

describe('showNotice', () => {
  it('says that an answer is ready, while no page is visible', async () => {
    const { scope, shown } = createScope(['hidden'])
    await showNotice(notice, scope)
    expect(shown).toMatchObject([
      { title: 'Your answer is ready', options: { tag: 'answer-c1', data: notice } },
    ])
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
    await openNotice(notice, scope)
    expect(opened).toEqual(['https://home.example/studio/chat/c1'])
  })

  it('uses a page that is open', async () => {
    const { scope, opened, pages } = createScope(['hidden'])
    await openNotice({ kind: 'model', id: 'm1' }, scope)
    expect(opened).toEqual(['same https://home.example/studio/library/m1'])
    expect(pages[0]?.focus).toHaveBeenCalled()
  })
})
