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
    onClick: () => setIsWanted(true),
    onKeyDown: (event) => {
      if (kind === 'dialog' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      setIsWanted(true)
    },
  }
  return { isWanted, standIn }
}
