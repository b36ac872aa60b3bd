import { useEffect, type ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'

/** Something that a person can do by its name. */
export type Command = {
  id: string
  label: string
  /** Commands of one group stand together. */
  group: string
  icon?: ReactNode
  /** Shortcut, shown only. */
  keys?: string | undefined
  /** Other words by which it is found. */
  keywords?: string | undefined
  onRun: () => void
}

type Registered = { readonly list: readonly Command[] }

/** What can be done on the page as it is now: one entry per part that offers something. */
export const commandStore = createStore<{ parts: readonly Registered[] }>(() => ({ parts: [] }))

/** Offers commands for as long as the component is there. Give the same list while nothing changes. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    const part = { list: commands }
    commandStore.setState(({ parts }) => ({ parts: [...parts, part] }))
    return () =>
      commandStore.setState(({ parts }) => ({ parts: parts.filter((one) => one !== part) }))
  }, [commands])
}

/** The commands whose name or other words contain every word of `query`; those that begin with it first. */
export function matchCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands.filter(({ label, group, keywords = '' }) => {
    const text = `${label} ${group} ${keywords}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  if (words.length === 0) return found
  const begins = ({ label }: Command) =>
    label
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(words[0] ?? ''))
  return [...found.filter(begins), ...found.filter((command) => !begins(command))]
}
