// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SearchDialog } from './search-dialog.tsx'
import { SearchList } from './search-list.tsx'

let endFading: () => void
beforeEach(() => {
  const finished = new Promise<void>((resolve) => (endFading = resolve))
  Element.prototype.scrollIntoView = () => {}
  // A fake animation keeps the closing dialog in the page. jsdom has no animations, so the dialog
  // would disappear at once.
  Element.prototype.getAnimations = () => [
    { finished, playState: 'running' } as unknown as Animation,
  ]
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(Element.prototype, 'getAnimations')
})

const page = (isOpen: boolean) => (
  <>
    <button type="button">Model</button>
    <input aria-label="Message" />
    <SearchDialog
      isOpen={isOpen}
      onClose={() => {}}
      label="Choose a model"
      placeholder="Search"
      query=""
      onQueryChange={() => {}}
      items={[{ id: 'writer' }]}
      selectedId={undefined}
      onPick={() => {}}
      empty="Nothing"
      renderItem={({ id }) => id}
    />
  </>
)

async function closeIt(): Promise<void> {
  const { rerender } = render(page(false))
  act(() => screen.getByRole('button').focus())
  rerender(page(true))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')))
  rerender(page(false))
  expect(screen.getByRole('combobox', { hidden: true })).toBeTruthy()
}
async function untilGone(): Promise<void> {
  await act(async () => endFading())
  await vi.waitFor(() => expect(screen.queryByRole('combobox', { hidden: true })).toBeNull())
}

it('SearchDialog returns the focus to the button that opened it', async () => {
  await closeIt()
  await untilGone()
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

it('SearchDialog does not move the focus if the user moved it while the dialog faded out', async () => {
  await closeIt()
  const field = screen.getByRole('textbox', { name: 'Message' })
  act(() => field.focus())
  await untilGone()
  expect(document.activeElement).toBe(field)
})

/** Renders a list whose shown item can be moved to its end. */
function Sorted() {
  const [ids, setIds] = useState(['ant', 'bee', 'cat'])
  return (
    <SearchList
      label="Animals"
      placeholder="Search"
      query=""
      onQueryChange={() => {}}
      items={ids.map((id) => ({ id }))}
      onPick={() => {}}
      empty="Nothing"
      renderItem={({ id }) => id}
      renderDetail={({ id }) => (
        <button type="button" onClick={() => setIds([...ids.filter((one) => one !== id), id])}>
          Move {id}
        </button>
      )}
    />
  )
}

it.each([
  ['ant', ''],
  ['bee', '{ArrowDown}'],
])('SearchList keeps the highlight on %s when an action moves it', async (name, keys) => {
  render(<Sorted />)
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard(`${keys}{Tab}{Enter}`)
  expect(screen.getAllByRole('option')[2]?.textContent).toBe(name)
  expect(screen.getByRole('button').textContent).toBe(`Move ${name}`)
  expect(document.activeElement).toBe(screen.getByRole('button'))
})
