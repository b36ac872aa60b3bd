// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBrowserSetting, createSwitchFormat, linesFormat } from './browser-setting.ts'

const ids = createBrowserSetting<readonly string[]>({
  key: 'test.ids',
  fallback: [],
  ...linesFormat,
})
const numbers = createBrowserSetting<number[]>({
  key: 'test.numbers',
  fallback: [0],
  parse: (text) => JSON.parse(text) as number[],
  format: JSON.stringify,
})

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('createBrowserSetting', () => {
  it('stores a value under its key and deletes the entry of an empty list', () => {
    ids.write(['a', 'b'])
    expect(localStorage.getItem('test.ids')).toBe('a\nb')
    expect(ids.read()).toEqual(['a', 'b'])
    ids.write([])
    expect(localStorage.getItem('test.ids')).toBeNull()
    expect(ids.read()).toEqual([])
  })

  it('returns the same object while the stored text is unchanged', () => {
    numbers.write([1, 2])
    expect(numbers.read()).toBe(numbers.read())
  })

  it('returns the fallback if the stored text is invalid', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    localStorage.setItem('test.numbers', '{')
    expect(numbers.read()).toEqual([0])
  })

  it('keeps a value until the page closes if the browser does not allow storage', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const isOn = createBrowserSetting({
      key: 'test.on',
      fallback: false,
      ...createSwitchFormat('yes', 'no'),
    })
    isOn.write(true)
    expect(localStorage.getItem('test.on')).toBeNull()
    expect(isOn.read()).toBe(true)
  })

  it('notifies subscribers of changes in this tab and in other tabs', () => {
    const onChange = vi.fn<() => void>()
    const end = ids.subscribe(onChange)
    ids.write(['a'])
    window.dispatchEvent(new StorageEvent('storage', { key: 'test.ids' }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'other' }))
    expect(onChange).toHaveBeenCalledTimes(2)
    end()
    ids.write(['b'])
    expect(onChange).toHaveBeenCalledTimes(2)
  })
})
