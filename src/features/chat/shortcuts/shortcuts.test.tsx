// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useChatKeys } from '../commands/use-chat-keys.ts'
import { toChord } from './chord.ts'
import { ChatShortcutsDialog } from './shortcuts-dialog.tsx'
import { findShortcutAction, changeShortcut, readShortcuts, resetShortcuts } from './shortcuts.ts'

afterEach(() => {
  cleanup()
  resetShortcuts()
  localStorage.clear()
})

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  toChord(new KeyboardEvent('keydown', { key, ...held }))

describe('toChord', () => {
  it('returns the pressed combination, with Ctrl for Cmd', () => {
    expect(press('O', { ctrlKey: true, shiftKey: true })).toBe('Ctrl Shift O')
    expect(press('o', { metaKey: true, shiftKey: true })).toBe('Ctrl Shift O')
    expect(press('Escape')).toBe('Esc')
    expect(press('Shift', { shiftKey: true })).toBeUndefined()
  })

  it('recognises the same sign in different keyboard layouts', () => {
    expect(press('/', { shiftKey: true })).toBe(press('/'))
  })
})

describe('shortcuts', () => {
  it('removes a combination from an action when another action gets it', () => {
    changeShortcut('model', 'Ctrl F')
    expect(findShortcutAction('Ctrl F')).toBe('model')
    expect(readShortcuts().find).toBe('')
  })

  it('stores shortcuts in this browser', () => {
    changeShortcut('prompts', 'Alt P')
    expect(localStorage.getItem('bozzetto.chat-shortcuts')).toContain('"prompts":"Alt P"')
  })

  it('records a pressed combination, which replaces the old combination', async () => {
    const onNew = vi.fn<() => void>()
    const onOther = vi.fn<(id: string) => void>()
    function Page() {
      useChatKeys({ onStop: () => false, onFind: () => false, onWrite: () => {}, onNew, onOther })
      return <textarea aria-label="Message" />
    }
    const { unmount } = render(<ChatShortcutsDialog isOpen onClose={() => {}} />)
    await userEvent.click(await screen.findByRole('button', { name: /^Keys for New chat/ }))
    await userEvent.keyboard('{Alt>}n{/Alt}')
    await userEvent.click(screen.getByRole('button', { name: /^Keys for Prompts/ }))
    await userEvent.keyboard('#')
    unmount()

    render(<Page />)
    fireEvent.keyDown(document.body, { key: 'O', ctrlKey: true, shiftKey: true })
    expect(onNew).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: 'n', altKey: true })
    expect(onNew).toHaveBeenCalledOnce()
    fireEvent.keyDown(screen.getByRole('textbox'), { key: '#' })
    expect(onOther).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: '#' })
    expect(onOther).toHaveBeenCalledExactlyOnceWith('prompts')
  })
})
