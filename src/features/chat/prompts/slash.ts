import type { ReactNode } from 'react'
import { toFolded } from '#lib/fold-text.ts'

export type SlashCommand = {
  id?: string
  name: string
  hint: string
  icon?: ReactNode
  isMessage?: boolean
  onRun: () => void
}

const shownMax = 60

/**
 * Returns the word after the slash while the user types a command, or `undefined`. The text must
 * start with `/` and contain no space.
 */
export const getSlashQuery = (text: string): string | undefined =>
  /^\/([^\s/]*)$/.exec(text)?.[1]?.toLowerCase()

/** Returns the commands that contain `word`. Commands that start with `word` come first. */
export function matchSlash(commands: readonly SlashCommand[], word: string): SlashCommand[] {
  const folded = toFolded(word)
  const begins = commands.filter(({ name }) => toFolded(name).startsWith(folded))
  const contains = commands.filter(
    (command) =>
      !begins.includes(command) && toFolded(`${command.name} ${command.hint}`).includes(folded),
  )
  return [...begins, ...contains].slice(0, shownMax)
}

export const slashOptionId = (menuId: string, index: number): string => `${menuId}-${index}`
