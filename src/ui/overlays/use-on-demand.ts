import { useState } from 'react'
import { loadCode } from '../layout/loaded-code.ts'
import type { OverlayTriggerProps } from './overlay-trigger.ts'

/**
 * Returns props for a button whose menu or dialog is loaded on hover or focus, usually before the
 * click.
 * @param load imports the menu or dialog. Called more than once.
 * @param onPrepare called together with `load`.
 */
export function useOnDemand(
  load: () => Promise<unknown>,
  kind: 'menu' | 'listbox' | 'dialog',
  onPrepare?: () => void,
) {
  const [isWanted, setIsWanted] = useState(false)
  const preload = () => {
    // After a failure here, the code is loaded again when the menu or dialog opens.
    loadCode(load).catch(() => {})
    onPrepare?.()
  }
  const standIn: OverlayTriggerProps = {
    'aria-haspopup': kind,
    'aria-expanded': isWanted,
    onPointerEnter: preload,
    onFocus: preload,
    // While the code loads, a second click, Escape and a move of the focus cancel the first click.
    onClick: () => setIsWanted(!isWanted),
    onBlur: () => setIsWanted(false),
    onKeyDown: (event) => {
      const isCancelled = isWanted && event.key === 'Escape'
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      if (!isCancelled && (kind === 'dialog' || !isArrow)) return
      event.preventDefault()
      if (isCancelled) event.stopPropagation()
      setIsWanted(!isCancelled)
    },
  }
  return { isWanted, standIn }
}
