import { useEffect, useRef, type ReactNode } from 'react'

type ModalProps = {
  /** Of the heading inside. */
  titleId: string
  isBusy: boolean
  /** Escape. */
  onCancel?: () => void
  className: string
  children: ReactNode
}

/** The browser's own modal: it lies above every overlay that may be open, and leaves nothing below it to be reached. */
export function Modal({ titleId, isBusy, onCancel, className, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-busy={isBusy}
      onCancel={(event) => {
        event.preventDefault()
        onCancel?.()
      }}
      className={className}
    >
      {children}
    </dialog>
  )
}
