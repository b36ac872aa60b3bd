import Link2 from 'lucide-react/icons/link-2'
import Link2Off from 'lucide-react/icons/link-2-off'
import { useState, type ReactNode } from 'react'
import { isLoopbackName } from '#lib/links/loopback-name.ts'
import { Button } from '../actions/button.tsx'
import { LinkField } from './link-field.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Spinner } from '../progress/spinner.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import type { DialogProps } from '../overlays/dialog-props.ts'

type ShareDialogProps = Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'description'> & {
  /** True once the server has responded whether a share link exists. */
  isLoaded: boolean
  error: string | undefined
  /** The link's path on this server; `undefined` if nothing is shared. */
  path: string | undefined
  onCreate: () => void
  isCreating: boolean
  onRevoke: () => void
  isRevoking: boolean
  children?: ReactNode
  after?: ReactNode
  /** A preview of the page behind the link, shown beside the settings. */
  preview?: ReactNode
}

const loadQrCode = async () => (await import('./qr-code.tsx')).QrCode

function PhoneCode({ url }: { url: URL }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-ink-muted hover:text-ink">Open on a phone</summary>
      {isLoopbackName(url.hostname) ? (
        <p className="mt-2 text-pretty text-ink-muted">
          This address works on this computer only. Open Bozzetto under an address that your phone
          can reach, then share again.
        </p>
      ) : (
        <div className="mt-3 grid justify-items-center">
          <Loaded
            load={loadQrCode}
            props={{ text: url.href, label: 'QR code of the link' }}
            isWanted={isOpen}
          />
        </div>
      )}
    </details>
  )
}

export function ShareDialog(props: ShareDialogProps) {
  const { isOpen, onClose, title, description, isLoaded, error, path, children, after, preview } =
    props
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={description}
      size={preview === undefined ? undefined : 'lg'}
      footer={
        path === undefined ? (
          // Different keys, so that React does not reuse the button under the pointer for the
          // opposite action.
          <Button
            key="create"
            variant="primary"
            icon={<Link2 aria-hidden />}
            disabled={!isLoaded}
            isLoading={props.isCreating}
            onClick={props.onCreate}
          >
            Create link
          </Button>
        ) : (
          <Button
            key="revoke"
            icon={<Link2Off aria-hidden />}
            isLoading={props.isRevoking}
            onClick={props.onRevoke}
          >
            Revoke link
          </Button>
        )
      }
    >
      {!isLoaded && error === undefined && <Spinner label="Loading" />}
      {error !== undefined && <p role="alert">{error}</p>}
      {isLoaded && (
        <div
          className={
            preview === undefined ? undefined : 'grid grid-cols-1 items-start gap-6 md:grid-cols-2'
          }
        >
          <div className="flex min-w-0 flex-col gap-3">
            {children}
            {path !== undefined && <LinkField url={new URL(path, location.href).href} />}
            {path !== undefined && <PhoneCode url={new URL(path, location.href)} />}
            {after}
          </div>
          {preview}
        </div>
      )}
    </Dialog>
  )
}
