import type { ReactNode } from 'react'
import type { OverlayPlace, OverlayTrigger } from './overlay-trigger.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  onSelect?: () => void
  /** Makes it a link. */
  href?: string
  /** With `href`: downloads under this name, or under the server's. */
  download?: string | true
  /** Shortcut, shown only. */
  keys?: string
  isDangerous?: boolean
  isDisabled?: boolean
  /** One of several things that are on or off. */
  isChecked?: boolean
  /** The menu stays open, as more may be chosen. */
  staysOpen?: boolean
}

export type MenuProps = OverlayPlace & {
  trigger: OverlayTrigger
  items: readonly (MenuItem | 'separator')[]
  /** Somebody is about to open it for the first time: loads what its actions need. */
  onPrepare?: () => void
}
