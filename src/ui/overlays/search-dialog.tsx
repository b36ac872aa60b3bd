import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { t } from '#languages/app.ts'
import { SearchList, type SearchListItem, type SearchListProps } from './search-list.tsx'
import { useSearchFocus } from './use-search-focus.ts'

export type SearchFrameProps = {
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
          <SearchFooter>{footer}</SearchFooter>
          <Dialog.Close className="sr-only focus:not-sr-only">{t('Close')}</Dialog.Close>
        </Popup>
      </Dialog.Viewport>
    </Dialog.Portal>
  </Dialog.Root>
)

export const SearchFooter = ({ children }: { children: ReactNode }) =>
  children !== undefined &&
  children !== false && (
    <div className="flex shrink-0 items-center gap-3 border-t border-line px-5 py-2.5 text-xs text-ink-faint">
      {children}
    </div>
  )

const Popup = (props: { className: string; children: ReactNode }) => (
  <Dialog.Popup {...useSearchFocus()} {...props} />
)
