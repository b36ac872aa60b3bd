// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
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

function countWork(before: string, added: string, shown: RegExp): number {
  const markdown = grow(emptyMarkdown, before)
  const { rerender, container } = render(<Markdown markdown={markdown} isLive />)
  rerender(<Markdown markdown={grow(markdown, added)} isLive />)
  expect(container.textContent).toMatch(shown)
  const own = Object.entries(container).find(([name]) => name.startsWith('__reactContainer$'))
  const root: Fiber = own?.[1]
  return lookedAt(root.stateNode.current)
}

const repeat = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('')

const workBehindParagraphs = (count: number): number =>
  countWork(`${repeat(count, (at) => `Paragraph ${at}.\n\n`)}The last`, ' word', /The last word$/)

const workBehindRows = (count: number): number =>
  countWork(
    `| a | b |\n| - | - |\n${repeat(count, (at) => `| **${at}** | word |\n`)}| c`,
    ' | d',
    /cd$/,
  )

describe('Markdown', () => {
  it('visits no more elements in a long text than in a short one when a word arrives', () => {
    const short = workBehindParagraphs(40)
    expect(short).toBeGreaterThan(3)
    expect(workBehindParagraphs(1_640)).toBeLessThanOrEqual(short + 20)
  })

  it('visits no cells of finished rows when a cell arrives', () => {
    const [few, many] = [3, 30]
    expect(workBehindRows(many) - workBehindRows(few)).toBeLessThanOrEqual(many - few)
  })
})
