import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '#languages/app.ts'

type DrawerProps = {
  isOpen: boolean
  onClose: () => void
  label: string
  children: ReactNode
}

/**
 * Renders a panel that slides in from the left. A modal `<dialog>` would cover the panel's menus,
 * so the caller must make the page behind the panel inert.
 */
export const Drawer = ({ isOpen, ...panel }: DrawerProps) => isOpen && <Panel {...panel} />

function Panel({ onClose, label, children }: Omit<DrawerProps, 'isOpen'>) {
  const panel = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const isOwn = panel.current?.contains(document.activeElement)
    if (event.key === 'Escape' && !event.defaultPrevented && isOwn) onClose()
  }
  return (
    <div className="fixed inset-0 z-30 flex">
      <dialog
        open
        ref={panel}
        aria-modal
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="static m-0 h-full w-[min(20rem,86vw)] animate-appear border-0 border-e border-line bg-surface-sunken p-0 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] shadow-overlay outline-none"
      >
        {children}
      </dialog>
      <button
        type="button"
        aria-label={t('Close')}
        tabIndex={-1}
        onClick={onClose}
        className="h-full flex-1 cursor-default bg-scrim"
      />
    </div>
  )
}
