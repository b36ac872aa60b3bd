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
}

export type MenuProps = OverlayPlace & {
  trigger: OverlayTrigger
  items: readonly (MenuItem | 'separator')[]
}
