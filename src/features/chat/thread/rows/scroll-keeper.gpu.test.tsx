import { afterEach, expect, it } from 'vitest'
import { createScrollKeeper, type ScrollKeeper } from './scroll-keeper.ts'

afterEach(() => document.body.replaceChildren())

const frames = async (count: number): Promise<void> => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
}

async function asked(): Promise<{
  keeper: ScrollKeeper
  viewport: HTMLElement
  above: HTMLElement
  top: () => number
}> {
  document.body.innerHTML = `
    <div style="height: 400px; overflow: auto">
      <div><div style="height: 2000px"></div><div data-row="question" style="height: 50px"></div><div style="height: 20px"></div></div>
      <div></div>
    </div>`
  const [viewport, content, above, row] = document.body.querySelectorAll<HTMLElement>('div')
  const spacer = viewport?.lastElementChild
  if (!viewport || !content || !above || !row || !(spacer instanceof HTMLElement))
    throw new Error('No thread.')
  const keeper = createScrollKeeper()
  keeper.attach({ viewport, content, spacer })
  keeper.anchor('question')
  await frames(3)
  const top = () => row.getBoundingClientRect().top - viewport.getBoundingClientRect().top
  return { keeper, viewport, above, top }
}

it('createScrollKeeper scrolls a question to the top', async () => {
  const { keeper, top } = await asked()
  expect(top()).toBeCloseTo(-18)
  expect(keeper.isHolding()).toBe(true)
})

it('createScrollKeeper keeps the question at the top when rows above shrink and the browser scrolls to the end', async () => {
  const { keeper, viewport, above, top } = await asked()
  // Change the height between two frames, so that the scroll event arrives before the resize is
  // observed.
  await new Promise((resolve) => setTimeout(resolve))
  above.style.height = '1700px'
  expect(viewport.scrollTop).toBeLessThan(2_000)
  await frames(3)
  expect(keeper.isHolding()).toBe(true)
  expect(top()).toBeCloseTo(-18)
})

it('createScrollKeeper stops when the user drags the scroll bar', async () => {
  const { keeper, viewport, top } = await asked()
  viewport.scrollTop -= 200
  await frames(3)
  expect(keeper.isHolding()).toBe(false)
  expect(top()).toBeGreaterThan(150)
})
