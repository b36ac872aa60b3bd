import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { t } from '#languages/app.ts'
import { cn } from '../cn.ts'
import type { DialogProps } from './dialog-props.ts'
import { IconButton } from '../actions/icon-button.tsx'

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-5xl' }

export const DialogPanel = ({
  isOpen,
  onClose,
  title,
  description,
  size = 'md',
  children,
  footer,
  getFinalFocus,
}: DialogProps) => (
  <Dialog.Root
    // A scroll lock would cost a layout, and the page behind the dialog does not scroll anyway.
    modal="trap-focus"
    open={isOpen}
    onOpenChange={(open, details) => {
      const { target } = details.event
      // A click on a toast must not close the dialog.
      if (target instanceof Element && target.closest('[data-toasts]')) details.cancel()
      else if (!open) onClose()
    }}
  >
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity duration-(--motion-panel) data-ending-style:opacity-0 data-starting-style:opacity-0" />
      <Dialog.Viewport className="fixed inset-0 z-30 flex items-end justify-center sm:items-center sm:p-6">
        <Dialog.Popup
          {...(getFinalFocus && { finalFocus: getFinalFocus })}
          className={cn(
            'relative flex max-h-[calc(100dvh-2rem)] w-full flex-col overflow-hidden rounded-t-3xl border border-line bg-surface-overlay text-ink shadow-dialog outline-none motion-dialog sm:rounded-2xl',
            widths[size],
          )}
        >
          <header className="px-6 pt-5 pe-14 pb-3">
            <Dialog.Title className="line-clamp-2 text-lg font-semibold text-pretty wrap-anywhere">
              {title}
            </Dialog.Title>
            {description !== undefined && (
              <Dialog.Description className="mt-1 text-pretty text-ink-muted">
                {description}
              </Dialog.Description>
            )}
          </header>
          {children !== undefined && (
            // The padding leaves room for the outline of the first element.
            <div className="relative -mt-1 min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6">
              {children}
            </div>
          )}
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          )}
          {/* The close button is last in the DOM, so that the content gets the focus first. */}
          <Dialog.Close
            render={(props) => (
              <IconButton
                {...props}
                label={t('Close')}
                icon={<X aria-hidden />}
                className="absolute top-3 end-3"
              />
            )}
          />
        </Dialog.Popup>
      </Dialog.Viewport>
    </Dialog.Portal>
  </Dialog.Root>
)
