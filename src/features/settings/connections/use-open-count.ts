import { useState } from 'react'

/**
 * Returns how often a dialog was opened. As React `key`, this count resets the dialog each time.
 */
export function useOpenCount(isOpen: boolean): number {
  const [state, setState] = useState({ isOpen, round: 0 })
  if (state.isOpen !== isOpen) setState({ isOpen, round: state.round + (isOpen ? 1 : 0) })
  return state.round
}
