import type { ReactNode } from 'react'
import { Loaded } from '../layout/loaded.tsx'

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  children?: ReactNode
  /** Buttons, at the right; the one that goes on comes last. */
  footer?: ReactNode
}

const load = async () => (await import('./dialog-panel.tsx')).DialogPanel

/** Takes the page's place until it is closed. Escape, the cross and a press outside close it. */
export const Dialog = (props: DialogProps) => (
  <Loaded load={load} props={props} isWanted={props.isOpen} />
)
