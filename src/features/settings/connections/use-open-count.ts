import { useState } from 'react'

/**
 * Returns how often a dialog was opened. As its React `key`, the count resets the dialog's state
 * each time.
 */
export function useOpenCount(isOpen: boolean): number {
  const [state, setState] = useState({ isOpen, round: 0 })
  if (state.isOpen !== isOpen) setState({ isOpen, round: state.round + (isOpen ? 1 : 0) })
  return state.round
}
