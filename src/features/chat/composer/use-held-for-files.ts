import { useState } from 'react'
import type { TrayItem } from '../attachments/tray-item.ts'
import type { Attachments } from './use-attachments.ts'

export type FailedItem = Extract<TrayItem, { status: 'failed' }>

export type HeldForFiles = {
  failed: readonly FailedItem[]
  onTryAgain: () => void
  onSendWithout: () => void
}

/** Holds back a message if one of its files failed to upload. */
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
    hold() {
      setHeldKeys(failed.map(({ key }) => key))
      return failed.length > 0
    },
  }
}
