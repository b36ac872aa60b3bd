import { useEffect, useRef, type ReactNode } from 'react'

type DrawerProps = {
  isOpen: boolean
  onClose: () => void
  /** Accessible name. */
  label: string
  children: ReactNode
}

/** A panel that comes in from the left over the page. The browser's own dialog keeps the focus in it. */
export const Drawer = ({ isOpen, ...panel }: DrawerProps) => isOpen && <Panel {...panel} />

function Panel({ onClose, label, children }: Omit<DrawerProps, 'isOpen'>) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  return (
    // A click on the scrim is a click on the dialog itself; Escape closes it by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none border-r border-line bg-surface-sunken p-0 text-ink shadow-overlay backdrop:bg-scrim open:animate-appear"
    >
      {children}
    </dialog>
  )
}
