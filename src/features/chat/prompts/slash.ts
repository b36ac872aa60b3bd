import type { ReactNode } from 'react'

/** What can be chosen by typing `/` and the beginning of its name. */
export type SlashCommand = {
  /** Where several may have the same name. */
  id?: string
  /** What is typed after the slash. */
  name: string
  /** What it does, in a few words. */
  hint: string
  icon?: ReactNode
  /** It is a message: written out, it can be sent as it is. */
  isMessage?: boolean
  onRun: () => void
}

const shownMax = 60

/**
 * The word after the slash while a command is being typed: the text begins with `/` and has no space
 * yet. `undefined` otherwise.
 */
export const slashWordOf = (text: string): string | undefined =>
  /^\/([^\s/]*)$/.exec(text)?.[1]?.toLowerCase()

/** The commands that `word` may mean: those that begin with it first, then those that contain it. */
export function matchSlash(commands: readonly SlashCommand[], word: string): SlashCommand[] {
  const begins = commands.filter(({ name }) => name.startsWith(word))
  const contains = commands.filter(
    (command) =>
      !begins.includes(command) && `${command.name} ${command.hint}`.toLowerCase().includes(word),
  )
  return [...begins, ...contains].slice(0, shownMax)
}

/** Id of the option at `index` of the menu, for `aria-activedescendant`. */
export const slashOptionId = (menuId: string, index: number): string => `${menuId}-${index}`
