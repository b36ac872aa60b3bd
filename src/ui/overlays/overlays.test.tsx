// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from '../actions/button.tsx'
// Imports the lazily loaded modules before the tests. On a busy machine, compiling them during a
// test would exceed the test's time limit.
import './dialog-panel.tsx'
import { MenuPopup } from './menu-popup.tsx'
import '../fields/select-popup.tsx'
import { Dialog } from './dialog.tsx'
import { FormField } from '../fields/field.tsx'
import { LoadedMenu } from './loaded-menu.tsx'
import { Menu } from './menu.tsx'
import type { OverlayTrigger } from './overlay-trigger.ts'
import { SearchDialog } from './search-dialog.tsx'
import { Select } from '../fields/select.tsx'

afterEach(cleanup)

Element.prototype.scrollIntoView = () => {}

const moreButton: OverlayTrigger = (props) => <Button {...props}>More</Button>

function FoodForm() {
  const [value, setValue] = useState<'a' | 'b'>('a')
  const options = [
    { value: 'a' as const, label: 'Apple' },
    { value: 'b' as const, label: 'Bread' },
  ]
  return (
    <FormField label="Food">
      <Select value={value} onValueChange={setValue} options={options} />
    </FormField>
  )
}

function Food() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Choose</Button>
      <SearchDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        label="Food"
        placeholder="Search"
        query=""
        onQueryChange={() => {}}
        items={[{ id: 'Apple' }]}
        renderItem={({ id }) => id}
        onPick={() => setIsOpen(false)}
        empty=""
      />
    </>
  )
}

function Chat() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Menu
        trigger={(props) => <Button {...props}>More</Button>}
        items={[{ label: 'Compare', onSelect: () => setIsOpen(true) }]}
      />
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Compare">
        {isOpen && <Button onClick={() => setIsOpen(false)}>Done</Button>}
      </Dialog>
    </>
  )
}

describe('menus, selects and dialogs that are loaded on demand', () => {
  it('return the focus to the button that opened a search', async () => {
    render(<Food />)
    const user = userEvent.setup()
    await user.tab()
    for (const key of ['{Escape}', '{Enter}']) {
      await user.keyboard('{Enter}')
      const field = await screen.findByRole('combobox', { name: 'Food' })
      expect(document.activeElement).toBe(field)
      await user.keyboard(key)
      await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Choose'))
    }
  })

  it('return the focus to the button of a menu from a dialog that its first use opened', async () => {
    render(<Chat />)
    const user = userEvent.setup()
    await user.tab()
    await user.keyboard('{Enter}')
    ;(await screen.findByRole('menuitem', { name: 'Compare' })).focus()
    await user.keyboard('{Enter}')
    const done = await screen.findByRole('button', { name: 'Done' })
    await vi.waitFor(() => expect(document.activeElement).toBe(done))
    await user.keyboard('{Enter}')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('More'))
  })

  it('open a menu on the first click and run the selected action', async () => {
    const onSelect = vi.fn<() => void>()
    render(
      <Menu
        trigger={(props) => <Button {...props}>More</Button>}
        items={[{ label: 'Rename', onSelect }, 'separator', { label: 'Delete', isDangerous: true }]}
      />,
    )
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    expect(onSelect).toHaveBeenCalledOnce()
  })

  it('render menus and selects in the landmark of their button', async () => {
    render(
      <main>
        <Menu trigger={(props) => <Button {...props}>More</Button>} items={[{ label: 'Rename' }]} />
        <FoodForm />
      </main>,
    )
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'More' }))
    const item = await screen.findByRole('menuitem', { name: 'Rename' })
    expect(item.closest('main')).not.toBeNull()
    await user.keyboard('{Escape}')
    await user.click(screen.getByLabelText('Food'))
    expect((await screen.findByRole('option', { name: 'Bread' })).closest('main')).not.toBeNull()
  })

  it.each(['{Escape}', '{Tab}', '{Enter}'])('do not open after %s while they load', async (key) => {
    let arrive: ((popup: typeof MenuPopup) => void) | undefined
    const load = () =>
      new Promise<typeof MenuPopup>((resolve) => {
        arrive = resolve
      })
    const props = { trigger: moreButton, items: [{ label: 'Rename' }] }
    render(<LoadedMenu load={load} props={props} trigger={moreButton} />)
    const user = userEvent.setup()
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('button').getAttribute('aria-expanded')).toBe('true')
    await user.keyboard(key)
    expect(screen.getByRole('button').getAttribute('aria-expanded')).toBe('false')
    await act(async () => arrive?.(MenuPopup))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('open a labelled select on the first click, and then show the selected option', async () => {
    render(<FoodForm />)
    const user = userEvent.setup()
    await user.click(screen.getByLabelText('Food'))
    await user.click(await screen.findByRole('option', { name: 'Bread' }))
    expect(screen.getByLabelText('Food').textContent).toBe('Bread')
  })

  it('open a dialog that closes with Escape', async () => {
    const onClose = vi.fn<() => void>()
    render(<Dialog isOpen onClose={onClose} title="Keys" />)
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})
