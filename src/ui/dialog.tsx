import { lazy, Suspense, useState, type ReactNode } from 'react'

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

const DialogPanel = lazy(async () => ({
  default: (await import('./dialog-panel.tsx')).DialogPanel,
}))

/** Takes the page's place until it is closed. Escape, the cross and a press outside close it. */
export function Dialog(props: DialogProps) {
  const [hasOpened, setHasOpened] = useState(props.isOpen)
  if (props.isOpen && !hasOpened) setHasOpened(true)
  if (!hasOpened) return null
  return (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  )
}
