import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { t } from '#languages/app.ts'
import { popupClass } from './popup-class.ts'
import { SearchFooter, type SearchFrameProps } from './search-dialog.tsx'
import { useSearchFocus } from './use-search-focus.ts'

type SearchPopoverProps = Omit<SearchFrameProps, 'isWide'> & { anchor: Element; isShort: boolean }

/**
 * Renders a search above or below an element, as wide as the element. The height is fixed, so that
 * typing moves nothing.
 */
export const SearchPopover = ({
  isOpen,
  onClose,
  label,
  footer,
  anchor,
  isShort,
  children,
}: SearchPopoverProps) => (
  <Popover.Root modal="trap-focus" open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Popover.Portal>
      {/* Keeps a click outside from pressing a button of the page, such as the search's own. */}
      <Popover.Backdrop className="fixed inset-0 z-30" />
      <Popover.Positioner
        anchor={anchor}
        side="top"
        align="center"
        sideOffset={8}
        collisionPadding={12}
        collisionAvoidance={{ side: 'flip', align: 'shift', fallbackAxisSide: 'none' }}
        className="z-30"
      >
        <Popup
          className={`${popupClass} flex ${isShort ? 'h-[min(25rem,var(--available-height,100dvh))]' : 'h-[min(32rem,var(--available-height,100dvh))]'} w-(--anchor-width) max-w-(--available-width) flex-col overflow-hidden`}
        >
          <Popover.Title className="sr-only">{label}</Popover.Title>
          {children}
          <SearchFooter>{footer}</SearchFooter>
          <Popover.Close className="sr-only focus:not-sr-only">{t('Close')}</Popover.Close>
        </Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
)

const Popup = (props: { className: string; children: ReactNode }) => (
  <Popover.Popup {...useSearchFocus()} {...props} />
)
