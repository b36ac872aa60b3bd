import { useEffect, type ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'
import { createWordFilter, toFolded } from '#lib/fold-text.ts'

export type Command = {
  id: string
  label: string
  group: string
  icon?: ReactNode
  /** Shortcut to show beside the name. Setting this field does not register the shortcut. */
  keys?: string | undefined
  keywords?: string | undefined
  onRun: () => void
}

type Registered = { readonly list: readonly Command[] }

/** Commands of the current page, one entry per component that has registered commands. */
export const commandStore = createStore<{ parts: readonly Registered[] }>(() => ({ parts: [] }))

/**
 * Registers commands while the component is mounted. Pass the same array until its content changes.
 */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    const part = { list: commands }
    commandStore.setState(({ parts }) => ({ parts: [...parts, part] }))
    return () =>
      commandStore.setState(({ parts }) => ({ parts: parts.filter((one) => one !== part) }))
  }, [commands])
}

/**
 * Returns the commands whose name or keywords contain every word of `query`. Names that start with
 * `query` come first.
 */
export function matchCommands(commands: readonly Command[], query: string): Command[] {
  const hasWords = createWordFilter(query)
  const found = commands.filter(({ label, group, keywords = '' }) =>
    hasWords(toFolded(`${label} ${group} ${keywords}`)),
  )
  const [first = ''] = toFolded(query.trim()).split(/\s+/)
  if (first === '') return found
  const begins = ({ label }: Command) =>
    toFolded(label)
      .split(/\s+/)
      .some((word) => word.startsWith(first))
  return [...found.filter(begins), ...found.filter((command) => !begins(command))]
}
