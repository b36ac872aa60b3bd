// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { finish } from '../streaming/blocks.ts'
import { emptyMarkdown } from '../streaming/markdown-text.ts'
import { Markdown } from '../draw/markdown.tsx'
import { drawBoxes } from './lazy-boxes.ts'

const idle: (() => void)[] = []
const seen: { come?: (target: Element) => void } = {}
vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
// Nothing is prefetched in frames. A prefetch would need `requestIdleCallback` after the last test.
vi.stubGlobal('parent', {})
vi.stubGlobal(
  'IntersectionObserver',
  class {
    readonly #watched = new Set<Element>()
    constructor(told: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
      seen.come = (target) => {
        if (this.#watched.has(target)) told([{ target, isIntersecting: true }])
      }
    }
    observe(target: Element) {
      this.#watched.add(target)
    }
    unobserve(target: Element) {
      this.#watched.delete(target)
    }
  },
)

const runIdle = () => {
  while (idle.length > 0) idle.shift()?.()
}
afterEach(() => {
  cleanup()
  runIdle()
})

const paragraph = (at: number) =>
  `Paragraph ${at} with $x_${at}$. ${'It goes on with more words. '.repeat(10)}`
const text = Array.from({ length: 160 }, (_, at) => paragraph(at)).join('\n\n')

function show(shown: string) {
  const markdown = finish(emptyMarkdown, shown)
  const { container } = render(<Markdown markdown={markdown} />)
  return container
}
const countParagraphs = () => screen.getAllByRole('paragraph').length

it('drawBoxes draws only the start and the end of a long text at once', () => {
  const container = show(text)
  expect(countParagraphs()).toBe(16)
  expect(container.textContent).toContain('Paragraph 0 ')
  expect(container.textContent).toContain('Paragraph 159 ')
  expect(container.querySelectorAll('[data-part]')).toHaveLength(20)
})

it('drawBoxes reserves the height of parts that are not drawn', () => {
  const part = show(text).querySelectorAll<HTMLElement>('[data-part]')[10]
  expect(Number.parseInt(part?.style.minHeight ?? '')).toBeGreaterThan(500)
})

it('drawBoxes draws a short text at once', () => {
  show(text.slice(0, 20_000))
  expect(countParagraphs()).toBeGreaterThan(50)
  expect(idle).toEqual([])
})

it('drawBoxes draws a part that comes near the viewport', () => {
  const container = show(text)
  const part = container.querySelectorAll('[data-part]')[10]
  act(() => part && seen.come?.(part))
  expect(part?.textContent).toContain('Paragraph 80 ')
  expect(countParagraphs()).toBe(24)
})

it('drawBoxes adds the text of all parts while the browser is idle, starting at the end', () => {
  const container = show(text)
  act(() => idle.shift()?.())
  expect(container.textContent).toContain('Paragraph 151 ')
  act(runIdle)
  expect(countParagraphs()).toBe(160)
})

it.each(['f', 'a'])('drawBoxes draws all text before Ctrl+%s', (key) => {
  show(text)
  act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true })))
  expect(countParagraphs()).toBe(160)
})

it('drawBoxes draws all text before the browser follows a link within the page', async () => {
  show(`See \\eqref{far}.\n\n${text}\n\n${equation('far')}\n\n${text}`)
  await act(() => Promise.resolve())
  const link = screen.getByRole<HTMLAnchorElement>('link')
  const target = link.hash.slice(1)
  expect(document.getElementById(target)).toBeNull()
  act(() => link.click())
  expect(document.getElementById(target)).not.toBeNull()
})

it('drawBoxes draws everything before the page is printed', () => {
  const container = show(text)
  act(() => drawBoxes(document, 'whole'))
  expect(countParagraphs()).toBe(160)
  expect(container.querySelector('[style*="min-height"]')).toBeNull()
})

const equation = (label: string) => `$$\nx = 1 \\label{${label}}\n$$`

it('drawBoxes numbers equations in the order of the text', async () => {
  const container = show(
    `${equation('first')}\n\n${text}\n\n${equation('middle')}\n\n${text}\n\nSee \\eqref{middle} and \\eqref{last}.\n\n${equation('last')}`,
  )
  await act(() => Promise.resolve())
  expect(container.textContent).toContain('See (2) and (3).')
})
