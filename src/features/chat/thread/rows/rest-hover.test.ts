// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { restHover } from './rest-hover.ts'

let end: () => void
let viewport: HTMLElement
let content: HTMLElement
const isResting = () => content.style.pointerEvents === 'none'

beforeEach(() => {
  vi.useFakeTimers()
  viewport = document.createElement('div')
  content = document.createElement('div')
  viewport.append(content)
  end = restHover(viewport, content)
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

const wheel = () => content.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
const scroll = () => viewport.dispatchEvent(new Event('scroll'))
const point = (movementX: number) =>
  viewport.dispatchEvent(Object.assign(new Event('pointermove'), { movementX, movementY: 0 }))

it('hovers nothing while a wheel scrolls, and again when that is over', () => {
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

it('leaves alone what scrolls by itself, such as an answer that grows', () => {
  scroll()
  expect(isResting()).toBe(false)
  wheel()
  vi.advanceTimersByTime(1_000)
  scroll()
  expect(isResting()).toBe(false)
})

it('leaves alone a wheel that zooms a model', () => {
  content.addEventListener('wheel', (event) => event.preventDefault())
  content.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true }))
  scroll()
  expect(isResting()).toBe(false)
})

it('hovers at once where the pointer is moved', () => {
  wheel()
  scroll()
  point(0)
  expect(isResting()).toBe(true)
  point(4)
  expect(isResting()).toBe(false)
  scroll()
  expect(isResting()).toBe(false)
})

it('leaves nothing behind', () => {
  wheel()
  scroll()
  end()
  expect(isResting()).toBe(false)
})
