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
  /** Set only for the root of React's tree. Contains the tree of the last commit. */
  stateNode: { current: Fiber }
}

afterEach(cleanup)

/**
 * Counts the elements and components that React visited in the last commit. React skips an element
 * if its child is the same object as before.
 */
function lookedAt(fiber: Fiber): number {
  if (fiber.child === fiber.alternate?.child) return 1
  let count = 1
  for (let child = fiber.child; child; child = child.sibling) count += lookedAt(child)
  return count
}

function workBehind(paragraphs: number): number {
  const text = Array.from({ length: paragraphs }, (_, at) => `Paragraph ${at}.\n\n`).join('')
  const markdown = grow(emptyMarkdown, `${text}The last`)
  const { rerender, container } = render(<Markdown markdown={markdown} isLive />)
  rerender(<Markdown markdown={grow(markdown, ' word')} isLive />)
  expect(container.textContent).toMatch(/The last word$/)
  const own = Object.entries(container).find(([name]) => name.startsWith('__reactContainer$'))
  const root: Fiber = own?.[1]
  return lookedAt(root.stateNode.current)
}

it('Markdown visits no more elements in a long text than in a short one when a word arrives', () => {
  const short = workBehind(40)
  expect(short).toBeGreaterThan(3)
  expect(workBehind(1_640)).toBeLessThanOrEqual(short + 20)
})
