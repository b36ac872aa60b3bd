import { useState } from 'react'

/** Counts how often something was opened, as a key that resets state. */
export function useOpenCount(isOpen: boolean): number {
  const [state, setState] = useState({ isOpen, round: 0 })
  if (state.isOpen !== isOpen) setState({ isOpen, round: state.round + (isOpen ? 1 : 0) })
  return state.round
}
