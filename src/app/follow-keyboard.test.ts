// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followKeyboard } from './follow-keyboard.ts'

const getHeight = () => document.documentElement.style.getPropertyValue('--keyboard-height')

let viewport: EventTarget & { height: number; scale: number }
const resize = (change: Partial<typeof viewport>) => {
  Object.assign(viewport, change)
  viewport.dispatchEvent(new Event('resize'))
}

beforeEach(() => {
  viewport = Object.assign(new EventTarget(), { height: 800, scale: 1 })
  vi.stubGlobal('visualViewport', viewport)
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('scrollTo', vi.fn<() => void>())
})
afterEach(() => void vi.unstubAllGlobals())

describe('followKeyboard', () => {
  it('sets the covered height while the keyboard is shown', () => {
    followKeyboard()
    resize({ height: 500 })
    expect(getHeight()).toBe('300px')
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
    resize({ height: 800 })
    expect(getHeight()).toBe('')
  })

  it('ignores a person who zooms in', () => {
    followKeyboard()
    resize({ height: 400, scale: 2 })
    expect(getHeight()).toBe('')
  })
})
