// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { suspendHover } from './suspend-hover.ts'

let end: () => void
let viewport: HTMLElement
let content: HTMLElement
const isResting = () => content.style.pointerEvents === 'none'

beforeEach(() => {
  vi.useFakeTimers()
  viewport = document.createElement('div')
  content = document.createElement('div')
  viewport.append(content)
  end = suspendHover(viewport, content)
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

const wheel = () => content.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
const scroll = () => viewport.dispatchEvent(new Event('scroll'))
const point = (movementX: number) =>
  viewport.dispatchEvent(Object.assign(new Event('pointermove'), { movementX, movementY: 0 }))

it('suspendHover disables hover effects during wheel scrolling and enables them afterwards', () => {
  wheel()
  scroll()
  expect(isResting()).toBe(true)
  vi.advanceTimersByTime(100)
  scroll()
  vi.advanceTimersByTime(100)
  expect(isResting()).toBe(true)
  vi.advanceTimersByTime(30)
  expect(isResting()).toBe(false)
})

it('suspendHover ignores programmatic scrolling, such as during a growing answer', () => {
  scroll()
  expect(isResting()).toBe(false)
  wheel()
  vi.advanceTimersByTime(1_000)
  scroll()
  expect(isResting()).toBe(false)
})

it('suspendHover ignores a wheel event that zooms a model', () => {
  content.addEventListener('wheel', (event) => event.preventDefault())
  content.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true }))
  scroll()
  expect(isResting()).toBe(false)
})

it('suspendHover enables hover effects as soon as the pointer moves', () => {
  wheel()
  scroll()
  point(0)
  expect(isResting()).toBe(true)
  point(4)
  expect(isResting()).toBe(false)
  scroll()
  expect(isResting()).toBe(false)
})

it('suspendHover removes its styles and listeners on dispose', () => {
  wheel()
  scroll()
  end()
  expect(isResting()).toBe(false)
})
