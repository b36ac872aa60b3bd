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
}
