import { useLayoutEffect } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { CommandPaletteProps } from './command-palette.tsx'
import { usePalette } from './palette-state.ts'

type PaletteProps = Omit<CommandPaletteProps, 'isOpen' | 'onClose'>

const load = async () => (await import('./command-palette.tsx')).CommandPalette

export function Palette(wishes: PaletteProps) {
  const { isOpen, toggled } = usePalette()

  // An effect after painting would miss a key that is pressed as soon as the page appears.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isWanted || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      closeMenu(event.target)
      toggled(!usePalette.getState().isOpen)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [toggled])

  return (
    <Loaded
      load={load}
      isWanted={isOpen}
      props={{ ...wishes, isOpen, onClose: () => toggled(false) }}
    />
  )
}

/** Closes the menu or list that has the focus, because it would cover the palette. */
function closeMenu(focused: EventTarget | null): void {
  if (!(focused instanceof Element) || !focused.closest('[role=menu], [role=listbox]')) return
  const escape = { key: 'Escape', bubbles: true, cancelable: true }
  focused.dispatchEvent(new KeyboardEvent('keydown', escape))
}
