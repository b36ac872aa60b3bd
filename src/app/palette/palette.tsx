import { useEffect } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { CommandPaletteProps } from './command-palette.tsx'
import { usePalette } from './palette-state.ts'

type PaletteProps = Omit<CommandPaletteProps, 'isOpen' | 'onClose'>

const load = async () => (await import('./command-palette.tsx')).CommandPalette

export function Palette(wishes: PaletteProps) {
  const { isOpen, toggled } = usePalette()

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isWanted || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
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
