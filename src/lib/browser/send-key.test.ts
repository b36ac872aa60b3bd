// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isSendPress, sendKeySetting } from './send-key.ts'

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
