import { afterEach, expect, it } from 'vitest'
import { createScrollKeeper, type ScrollKeeper } from './scroll-keeper.ts'

afterEach(() => document.body.replaceChildren())

const frames = async (count: number): Promise<void> => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
}

/** A thread with a question at its top, below other rows and above an answer that has just begun. */
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

it('brings a question to the top', async () => {
  const { keeper, top } = await asked()
  expect(top()).toBeCloseTo(-18)
  expect(keeper.isHolding()).toBe(true)
})

it('keeps it there when rows above turn out lower, though the browser has moved to the end by itself', async () => {
  const { keeper, viewport, above, top } = await asked()
  // Between two frames, as answers come: the box is scrolled before it is known to have another size.
  await new Promise((resolve) => setTimeout(resolve))
  above.style.height = '1700px'
  expect(viewport.scrollTop).toBeLessThan(2_000)
  await frames(3)
  expect(keeper.isHolding()).toBe(true)
  expect(top()).toBeCloseTo(-18)
})

it('lets go when the reader drags the bar', async () => {
  const { keeper, viewport, top } = await asked()
  viewport.scrollTop -= 200
  await frames(3)
  expect(keeper.isHolding()).toBe(false)
  expect(top()).toBeGreaterThan(150)
})
