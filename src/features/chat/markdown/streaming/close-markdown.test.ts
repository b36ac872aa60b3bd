import { expect, it } from 'vitest'
import { finishedMarkdown, closeMarkdown } from './blocks.ts'

const close = (text: string): string => closeMarkdown(finishedMarkdown(text)).text.trimEnd()

it.each([
  ['Some **bold words ', 'Some **bold words**'],
  ['A `piece of code', 'A `piece of code`'],
  ['First.\n\n- one\n- *two', 'First.\n\n- one\n- *two*'],
  ['First.\n\n- one\n- ', 'First.\n\n- one'],
  ['| a | b |\n| - | - |\n| 1 | **2', '| a | b |\n| - | - |\n| 1 | **2**'],
  ['Code:\n\n```js\nlet a = `1', 'Code:\n\n```js\nlet a = `1'],
  ['Whole **text**.', 'Whole **text**.'],
])('closeMarkdown closes the markers that are open at the end of %j', (text, expected) => {
  expect(close(text)).toBe(expected)
})

it('closeMarkdown returns its argument if no marker is open, and the same object for the same argument', () => {
  const whole = finishedMarkdown('Whole text.')
  expect(closeMarkdown(whole)).toBe(whole)
  const cut = finishedMarkdown('Cut **off')
  expect(closeMarkdown(cut)).toBe(closeMarkdown(cut))
})
