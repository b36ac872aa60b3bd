// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { offerNotices } from './notice-offer.ts'

const show = vi.fn<Parameters<typeof offerNotices>[0]>()
const onFailed = vi.fn<(error: unknown) => void>()

const stubBrowser = (permission: string, answer = 'granted') =>
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer })
const press = () => show.mock.lastCall?.[0].action.onSelect()

beforeEach(() => {
  vi.clearAllMocks()
  stubBrowser('default')
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('offerNotices', () => {
  it('offers notices once, and turns them on after a press', async () => {
    offerNotices(show, onFailed)
    offerNotices(show, onFailed)
    expect(show).toHaveBeenCalledOnce()
    expect(noticesSetting.read()).toBe(false)
    press()
    await expect.poll(() => noticesSetting.read()).toBe(true)
    expect(onFailed).not.toHaveBeenCalled()
  })

  it('says what to do if the browser refuses', async () => {
    stubBrowser('default', 'denied')
    offerNotices(show, onFailed)
    press()
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalled())
    expect(String(onFailed.mock.lastCall?.[0])).toContain('Allow them for this page')
    expect(noticesSetting.read()).toBe(false)
  })

  it.each(['granted', 'denied'])('offers nothing if the browser has %s them', (permission) => {
    stubBrowser(permission)
    offerNotices(show, onFailed)
    expect(show).not.toHaveBeenCalled()
  })

  it('offers nothing if they are on', () => {
    noticesSetting.write(true)
    offerNotices(show, onFailed)
    expect(show).not.toHaveBeenCalled()
  })
})
