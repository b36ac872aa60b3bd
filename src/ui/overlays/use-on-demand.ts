import { useState } from 'react'
import { loadCode } from '../layout/loaded-code.ts'
import type { OverlayTriggerProps } from './overlay-trigger.ts'

/**
 * Lets a plain trigger stand in for an overlay whose code is not here yet. The code starts to load
 * when somebody points at the trigger or focuses it, so it has mostly come by the time of the press.
 *
 * @param load imports the overlay; called more than once.
 * @param onPrepare called then, too.
 */
export function useOnDemand(
  load: () => Promise<unknown>,
  kind: 'menu' | 'listbox' | 'dialog',
  onPrepare?: () => void,
) {
  const [isWanted, setIsWanted] = useState(false)
  const preload = () => {
    // A failure comes up again, and is shown, when the overlay is really wanted.
    loadCode(load).catch(() => {})
    onPrepare?.()
  }
  const standIn: OverlayTriggerProps = {
    'aria-haspopup': kind,
    'aria-expanded': isWanted,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setIsWanted(true),
    onKeyDown: (event) => {
      if (kind === 'dialog' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      setIsWanted(true)
    },
  }
  return { isWanted, standIn }
}
