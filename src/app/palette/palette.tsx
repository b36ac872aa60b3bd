import { useEffect, useState } from 'react'
import type { Command } from '#ui/commands.ts'
import { Loaded } from '#ui/loaded.tsx'

type PaletteProps = { commands: readonly Command[]; onGo: (path: string) => void }

const load = async () => (await import('./command-palette.tsx')).CommandPalette

/** The command palette behind Ctrl or Cmd with K. Its code comes with the first press. */
export function Palette({ commands, onGo }: PaletteProps) {
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isWanted || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setIsOpen((before) => !before)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <Loaded
      load={load}
      isWanted={isOpen}
      props={{ isOpen, onClose: () => setIsOpen(false), commands, onGo }}
    />
  )
}
