// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { noteAnswers } from './unread.ts'
import './show-answer-notices.ts'

let shown: FakeNotification[] = []

class FakeNotification extends EventTarget {
  static permission = 'granted'
  readonly title: string
  readonly tag: string | undefined
  close = vi.fn<() => void>()
  constructor(title: string, { tag }: NotificationOptions) {
    super()
    this.title = title
    this.tag = tag
    shown.push(this)
  }
}

const chat = (id: string, isAnswering: boolean) => ({
  id,
  title: `Chat ${id}`,
  createdAt: '',
  updatedAt: '',
  ...(isAnswering && { isAnswering }),
})

const endAnswer = (id: string) => {
  noteAnswers([chat(id, true)], undefined)
  noteAnswers([chat(id, false)], undefined)
}

beforeEach(() => {
  shown = []
  FakeNotification.permission = 'granted'
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.spyOn(window, 'focus').mockImplementation(() => {})
  noticesSetting.write(true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const settled = () => import('./show-answer-notices.ts')

describe('answer notices', () => {
  it('name the chat whose answer has ended, and open this chat on a click', async () => {
    endAnswer('a')
    await vi.waitFor(() => expect(shown).toHaveLength(1))
    expect(shown[0]).toMatchObject({ title: 'Chat a', tag: 'answer-a' })
    shown[0]?.dispatchEvent(new Event('click'))
    expect(location.pathname).toBe('/chat/a')
    expect(shown[0]?.close).toHaveBeenCalled()
  })

  it.each([
    ['the setting is off', () => noticesSetting.write(false)],
    ['the page is visible', () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)],
    ['the browser refuses', () => (FakeNotification.permission = 'denied')],
  ])('are not shown if %s', async (_case, change) => {
    change()
    endAnswer('b')
    await settled()
    expect(shown).toEqual([])
  })

  it('come from the service worker where the browser refuses those of a page, as on phones', async () => {
    const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>()
    const registration = { active: {}, showNotification }
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('caches', {})
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
    endAnswer('c')
    await vi.waitFor(() => expect(showNotification).toHaveBeenCalled())
    expect(showNotification).toHaveBeenCalledWith('Chat c', {
      body: 'The answer is ready.',
      tag: 'answer-c',
      data: { path: 'chat/c' },
    })
    expect(shown).toEqual([])
  })
})
