// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

const question = '<div data-row="q"><button aria-label="Edit question"></button></div>'
const answer = (id: string, inside: string) => `<div data-row="${id}">${inside}</div>`
const buttons = (...names: string[]) =>
  names.map((name) => `<button aria-label="${name}"></button>`).join('')

function createThreadElement(html: string) {
  document.body.innerHTML = `<div>${html}</div><input>`
  const [viewport] = document.body.children
  if (!(viewport instanceof HTMLElement)) throw new Error('No thread.')
  end = keepFocus(viewport)
  return viewport
}

let end = () => {}
afterEach(() => {
  end()
  document.body.replaceChildren()
})

const focus = (name: string) => screen.getByRole('button', { name }).focus()
const focused = () => document.activeElement?.getAttribute('aria-label')

it.each([
  ['Regenerate', 'Regenerate', buttons('Copy answer', 'Regenerate')],
  ['Next version', 'Previous version', buttons('Previous version', 'Copy answer')],
  ['Answer', 'Edit answer', buttons('Copy answer', 'Edit answer')],
  ['Show side by side', 'Show one at a time', buttons('Show one at a time', 'Use this one')],
])(
  'keepFocus moves the focus from %s to %s when the row is rendered again',
  async (before, after, next) => {
    const thread = createThreadElement(question + answer('old', buttons(before)))
    focus(before)
    thread.innerHTML = question + answer('new', next)
    await vi.waitFor(() => expect(focused()).toBe(after))
  },
)

it('keepFocus moves the focus to the answers of a comparison that is rendered again', async () => {
  const answers = `${buttons('Tie')}<section tabindex="0" aria-label="Answers"></section>`
  const thread = createThreadElement(question + answer('old', answers))
  screen.getByRole('region', { name: 'Answers' }).focus()
  thread.innerHTML = question + answer('new', `${answers}<article aria-busy="true"></article>`)
  await vi.waitFor(() => expect(focused()).toBe('Answers'))
})

it('keepFocus skips hidden buttons', async () => {
  const thread = createThreadElement(question + answer('old', buttons('Answer')))
  focus('Answer')
  const hidden = '<button aria-label="Edit answer" style="display: none"></button>'
  thread.innerHTML = question + answer('new', hidden + buttons('Copy', 'More for this answer'))
  await vi.waitFor(() => expect(focused()).toBe('More for this answer'))
})

it('keepFocus waits for the buttons of an answer that is being written', async () => {
  const thread = createThreadElement(question + answer('old', buttons('Regenerate')))
  focus('Regenerate')
  thread.innerHTML = question + answer('new', '')
  await Promise.resolve()
  const [, row] = thread.children
  row!.innerHTML = `${buttons('Copy answer')}<button disabled aria-label="Regenerate"></button>`
  await Promise.resolve()
  screen.getByRole('button', { name: 'Regenerate' }).removeAttribute('disabled')
  await vi.waitFor(() => expect(focused()).toBe('Regenerate'))
})

it('keepFocus ignores the code blocks of an answer that is being written', async () => {
  const thread = createThreadElement(question + answer('old', buttons('Regenerate')))
  focus('Regenerate')
  const written = (isBusy: boolean, inside: string) =>
    answer('new', `<article aria-busy="${isBusy}">${inside}</article>`)
  thread.innerHTML = question + written(true, buttons('Copy code'))
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
  thread.innerHTML = question + written(false, buttons('Copy code', 'Regenerate'))
  await vi.waitFor(() => expect(focused()).toBe('Regenerate'))
})

it('keepFocus does not move the focus if the user has moved it elsewhere', async () => {
  const thread = createThreadElement(question + answer('old', buttons('Regenerate')))
  focus('Regenerate')
  thread.innerHTML = question + answer('new', '')
  screen.getByRole('textbox').focus()
  thread.children[1]!.innerHTML = buttons('Regenerate')
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement?.tagName).toBe('INPUT')
})
