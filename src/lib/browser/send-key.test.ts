// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isSendPress, sendKeySetting, toSendKeys } from './send-key.ts'

const setPointer = (pointer: 'fine' | 'coarse') =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }))

const press = (more: Partial<KeyboardEvent> = {}) =>
  isSendPress(new KeyboardEvent('keydown', { key: 'Enter', ...more }))

afterEach(() => {
  vi.unstubAllGlobals()
  sendKeySetting.write('enter')
})

describe('isSendPress', () => {
  it.each([
    ['fine', 'enter', true],
    ['fine', 'ctrl-enter', false],
    ['coarse', 'enter', false],
    ['coarse', 'ctrl-enter', false],
  ] as const)('with a %s pointer and the setting %s, Enter sends: %s', (pointer, key, sends) => {
    setPointer(pointer)
    sendKeySetting.write(key)
    expect(press()).toBe(sends)
    expect(press({ ctrlKey: true })).toBe(true)
    expect(press({ metaKey: true })).toBe(true)
  })

  it('never sends with Shift or Alt, or with another key', () => {
    setPointer('fine')
    expect(press({ shiftKey: true })).toBe(false)
    expect(press({ altKey: true })).toBe(false)
    expect(press({ key: 'a', ctrlKey: true })).toBe(false)
  })
})

describe('toSendKeys', () => {
  it('names the key that sends', () => {
    setPointer('fine')
    expect(toSendKeys('enter')).toBe('Enter')
    expect(toSendKeys('ctrl-enter')).toBe('Ctrl Enter')
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' })
    expect(toSendKeys('ctrl-enter')).toBe('⌘ Enter')
  })

  it('names no key on touch screens', () => {
    setPointer('coarse')
    expect(toSendKeys('enter')).toBeUndefined()
    expect(toSendKeys('ctrl-enter')).toBeUndefined()
  })
})
