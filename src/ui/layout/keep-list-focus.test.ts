// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { keepListFocus } from './keep-list-focus.ts'

const row = (name: string) =>
  `<li><a href="/chat">${name}</a><button>Actions for ${name}</button></li>`

let end = () => {}
afterEach(() => {
  end()
  document.body.replaceChildren()
})

function createListElement(html: string) {
  document.body.innerHTML = `<nav>${html}</nav><input>`
  const list = screen.getByRole('navigation')
  end = keepListFocus(list)
}

const button = (name: string) => screen.getByRole('button', { name })
const removeFirstRow = () => screen.getAllByRole('listitem')[0]?.remove()
const focused = () => document.activeElement?.textContent

it.each([
  ['its next row', row('a') + row('b') + row('c'), 'Actions for b', 'c'],
  ['the last row', row('a') + row('b'), 'Actions for b', 'a'],
  [
    'what follows a folder',
    `<section><button>Actions for b</button></section>${row('c')}`,
    'Actions for b',
    'c',
  ],
  ['what stands above an empty list', `<button>Back</button>${row('b')}`, 'Actions for b', 'Back'],
])(
  'keepListFocus moves the focus to %s when a row is deleted',
  async (_case, html, before, after) => {
    createListElement(html)
    button(before).focus()
    button(before).closest('li, section')!.remove()
    await vi.waitFor(() => expect(focused()).toBe(after))
  },
)

it('keepListFocus waits until the confirmation dialog is closed', async () => {
  createListElement(row('a') + row('b'))
  button('Actions for a').focus()
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button>Delete</button></div>')
  button('Delete').focus()
  removeFirstRow()
  await Promise.resolve()
  expect(focused()).toBe('Delete')
  screen.getByRole('dialog').remove()
  await vi.waitFor(() => expect(focused()).toBe('b'))
})

it('keepListFocus does not move the focus if the user has moved it elsewhere', async () => {
  createListElement(row('a') + row('b'))
  button('Actions for a').focus()
  screen.getByRole('textbox').focus()
  screen.getByRole('textbox').blur()
  removeFirstRow()
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(document.body)
})
