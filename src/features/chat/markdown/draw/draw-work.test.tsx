// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { grow } from '../streaming/blocks.ts'
import { emptyMarkdown } from '../streaming/markdown-text.ts'
import { Markdown } from './markdown.tsx'

type Fiber = {
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
  /** Of the topmost one: what has been drawn. */
  stateNode: { current: Fiber }
}

afterEach(cleanup)

/** Elements and components that the last commit looked at. What React passed over is the same as before. */
function lookedAt(fiber: Fiber): number {
  if (fiber.child === fiber.alternate?.child) return 1
  let count = 1
  for (let child = fiber.child; child; child = child.sibling) count += lookedAt(child)
  return count
}

/** How much of the page React looks at when a word comes behind so many paragraphs. */
function workBehind(paragraphs: number): number {
  const text = Array.from({ length: paragraphs }, (_, at) => `Paragraph ${at}.\n\n`).join('')
  const markdown = grow(emptyMarkdown, `${text}The last`)
  const { rerender, container } = render(<Markdown markdown={markdown} isLive />)
  rerender(<Markdown markdown={grow(markdown, ' word')} isLive />)
  expect(container.textContent).toMatch(/The last word$/)
  // React keeps its tree at the element that it draws into.
  const own = Object.entries(container).find(([name]) => name.startsWith('__reactContainer$'))
  const root: Fiber = own?.[1]
  return lookedAt(root.stateNode.current)
}

it('looks at no more of a long text than of a short one when a word comes', () => {
  const short = workBehind(40)
  expect(short).toBeGreaterThan(3)
  expect(workBehind(1_640)).toBeLessThanOrEqual(short + 20)
})
