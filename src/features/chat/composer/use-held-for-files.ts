import { useState } from 'react'
import type { TrayItem } from '../attachments/tray-item.ts'
import type { Attachments } from './use-attachments.ts'

export type FailedItem = Extract<TrayItem, { status: 'failed' }>

export type HeldForFiles = {
  /** Why the message is held; empty while it is not. */
  failed: readonly FailedItem[]
  onTryAgain: () => void
  onSendWithout: () => void
}

/** Holds a message whose files did not all arrive: it may be about the very one that is missing. */
export function useHeldForFiles({ items, add, remove }: Attachments, sendAnyway: () => void) {
  const [heldKeys, setHeldKeys] = useState<readonly string[]>([])
  const failed = items.filter((item) => item.status === 'failed')
  const held: HeldForFiles = {
    failed: failed.filter(({ key }) => heldKeys.includes(key)),
    onTryAgain() {
      for (const { key, file, pastedText } of failed) {
        if (!file) continue
        remove(key)
        add([file], pastedText)
      }
    },
    onSendWithout: sendAnyway,
  }
  return {
    held,
    /** @returns whether it has to be held. */
    hold() {
      setHeldKeys(failed.map(({ key }) => key))
      return failed.length > 0
    },
  }
}
