import type { ReactNode } from 'react'
import type { OverlayPlace, OverlayTrigger } from './overlay-trigger.ts'

export type MenuItem = {
  id?: string
  label: string
  detail?: string
  icon?: ReactNode
  onSelect?: () => void
  href?: string
  /**
   * Only with `href`. Downloads the target under this file name, or under the server's file name if
   * true.
   */
  download?: string | true
  /** Shortcut to show beside the label. Setting this field does not register the shortcut. */
  keys?: string | undefined
  isDangerous?: boolean
  isDisabled?: boolean
  isChecked?: boolean
  /** True if exactly one of the items can be checked. */
  isChoice?: boolean
  /** Keeps the menu open after a click, so that the user can select further items. */
  staysOpen?: boolean
}

/** Heading of the items up to the next heading or separator. */
export type MenuHeading = { heading: string }

export type MenuProps = OverlayPlace & {
  trigger: OverlayTrigger
  items: readonly (MenuItem | MenuHeading | 'separator')[]
  onPrepare?: () => void
}
