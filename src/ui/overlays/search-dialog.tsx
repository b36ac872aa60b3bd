import { Dialog } from '@base-ui/react/dialog'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '#languages/app.ts'
import { SearchList, type SearchListItem, type SearchListProps } from './search-list.tsx'

type SearchFrameProps = {
  isOpen: boolean
  onClose: () => void
  label: string
  footer?: ReactNode
  isWide?: boolean
  children: ReactNode
}

type SearchDialogProps<Item extends SearchListItem> = SearchListProps<Item> &
  Omit<SearchFrameProps, 'children'>

/**
 * Renders a search dialog over the page. Import this component lazily, because it depends on Base
 * UI.
 */
export const SearchDialog = <Item extends SearchListItem>({
  isOpen,
  onClose,
  footer,
  ...list
}: SearchDialogProps<Item>) => (
  <SearchFrame isOpen={isOpen} onClose={onClose} label={list.label} footer={footer}>
    <SearchList {...list} />
  </SearchFrame>
)

/**
 * Renders the dialog around a list. The list holds the query, so that typing renders only the list
 * again.
 */
export const SearchFrame = ({
  isOpen,
  onClose,
  label,
  footer,
  isWide = false,
  children,
}: SearchFrameProps) => (
  // A scroll lock would cost a layout, and the page behind the dialog does not scroll anyway.
  <Dialog.Root modal="trap-focus" open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity duration-(--motion-menu) data-ending-style:opacity-0 data-starting-style:opacity-0" />
      <Dialog.Viewport className="fixed inset-0 z-30 flex items-start justify-center p-3 pt-[max(0.75rem,12dvh)] max-sm:pt-3">
        <Popup
          className={`flex max-h-[min(36rem,76dvh)] w-full ${isWide ? 'max-w-3xl' : 'max-w-xl'} flex-col overflow-hidden rounded-2xl border border-line bg-surface-overlay text-ink shadow-dialog outline-none motion-menu`}
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          {children}
          {footer !== undefined && footer !== false && (
            <div className="flex shrink-0 items-center gap-3 border-t border-line px-5 py-2.5 text-xs text-ink-faint">
              {footer}
            </div>
          )}
          <Dialog.Close className="sr-only focus:not-sr-only">{t('Close')}</Dialog.Close>
        </Popup>
      </Dialog.Viewport>
    </Dialog.Portal>
  </Dialog.Root>
)

/**
 * Restores the previous focus after closing, unless the user has moved the focus. Base UI records
 * the previous focus too late.
 */
function Popup(props: { className: string; children: ReactNode }) {
  const popup = useRef<HTMLElement>(undefined)
  const opener = useRef<HTMLElement>(undefined)
  const isElsewhere = () => {
    const { activeElement, body } = document
    return activeElement !== body && popup.current?.contains(activeElement) === false
  }
  return (
    <Dialog.Popup
      {...props}
      onKeyDown={keepTabInside}
      onFocus={({ currentTarget, relatedTarget }) => {
        popup.current = currentTarget
        if (relatedTarget instanceof HTMLElement) opener.current ??= relatedTarget
      }}
      finalFocus={() => {
        if (isElsewhere()) return false
        return opener.current?.isConnected === true ? opener.current : true
      }}
    />
  )
}

const tabStops = 'input, button:not(:disabled), a[href]'

/**
 * Moves the focus from the last element of a dialog to the first, and back. The guard of Base UI
 * lets the focus leave a dialog whose field has the attribute `autofocus`.
 */
function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(tabStops)].filter(
    ({ tabIndex, offsetParent }) => tabIndex >= 0 && offsetParent !== null,
  )
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
