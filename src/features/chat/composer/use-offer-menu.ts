import { useId, useState, type KeyboardEvent } from 'react'
import { type SlashCommand, slashOptionId } from '../prompts/slash.ts'

const nothing: readonly SlashCommand[] = []

/** Manages a menu of completions for the end of the text. The focus stays in the text field. */
export function useOfferMenu(
  wanted: readonly SlashCommand[],
  { text, onPick }: { text: string; onPick: (command: SlashCommand) => void },
) {
  const menuId = useId()
  const [state, setState] = useState({ at: 0, closedFor: '' })
  const offered = state.closedFor === text && text !== '' ? nothing : wanted
  const at = Math.min(state.at, offered.length - 1)

  return {
    id: menuId,
    offered,
    at,
    fieldProps: {
      'aria-controls': offered.length > 0 ? menuId : undefined,
      'aria-activedescendant': offered.length > 0 ? slashOptionId(menuId, at) : undefined,
    },
    reset: () => setState((before) => ({ ...before, at: 0 })),
    /** Returns whether the menu handled the key. */
    onKeyDown(event: KeyboardEvent): boolean {
      const chosen = offered[at]
      if (!chosen) return false
      // If the command is already complete, Enter sends the message.
      if (event.key === 'Enter' && chosen.isMessage && text === `/${chosen.name}`) return false
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step !== 0) {
        setState({ ...state, at: (at + step + offered.length) % offered.length })
      } else if (event.key === 'Enter' || event.key === 'Tab') onPick(chosen)
      else if (event.key === 'Escape') setState({ at: 0, closedFor: text })
      else return false
      event.preventDefault()
      return true
    },
  }
}
