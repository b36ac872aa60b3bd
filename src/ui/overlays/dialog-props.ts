import type { ReactNode } from 'react'

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  children?: ReactNode
  /** Buttons at the bottom right. The main button is the last. */
  footer?: ReactNode
  /**
   * Returns the element that gets the focus after closing. Default: the element that had it before.
   */
  getFinalFocus?: (() => HTMLElement | null) | undefined
}
