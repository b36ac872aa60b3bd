// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { sendKeySetting } from '#lib/browser/send-key.ts'
import { ChatBrowserPart } from './chat-browser-part.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const allow = (permission: NotificationPermission) =>
  vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve(permission) })

const turnOn = async () => {
  render(<ChatBrowserPart />)
  await userEvent.click(screen.getByRole('switch', { name: /Notify me/ }))
}

describe('ChatBrowserPart', () => {
  it('stores which key sends a message', async () => {
    render(<ChatBrowserPart />)
    await userEvent.click(screen.getByText('Ctrl+Enter'))
    expect(sendKeySetting.read()).toBe('ctrl-enter')
  })

  it('turns notices on once the browser allows them', async () => {
    allow('granted')
    await turnOn()
    expect(noticesSetting.read()).toBe(true)
  })

  it('keeps notices off and says what to do if the browser refuses', async () => {
    allow('denied')
    await turnOn()
    expect(noticesSetting.read()).toBe(false)
    expect(screen.getByRole('alert').textContent).toContain('Allow them for this page')
  })
})
