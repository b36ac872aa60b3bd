import { useEffect, useRef, type ReactNode } from 'react'

type ModalProps = {
  titleId: string
  isBusy: boolean
  onCancel?: () => void
  className: string
  children: ReactNode
}

/** Renders a native modal dialog above everything else. The rest of the page is inert. */
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
