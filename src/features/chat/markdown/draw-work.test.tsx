// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { emptyMarkdown, grow } from './blocks.ts'
import { Markdown } from './markdown.tsx'

type Fiber = { child: Fiber | null; sibling: Fiber | null; alternate: Fiber | null }

// React tells developer tools of each commit; they must be there before it is.
const tools = vi.hoisted(() => {
  const hook = {
    isDisabled: false,
    supportsFiber: true,
    root: undefined as { current: unknown } | undefined,
    inject: () => 1,
    onCommitFiberRoot(_id: number, root: { current: unknown }) {
      hook.root = root
    },
    onCommitFiberUnmount() {},
  }
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
  return hook
})

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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of React's own type as is used here.
  return lookedAt(tools.root?.current as Fiber)
}

it('looks at no more of a long text than of a short one when a word comes', () => {
  const short = workBehind(40)
  expect(short).toBeGreaterThan(3)
  expect(workBehind(1_640)).toBeLessThanOrEqual(short + 20)
})
