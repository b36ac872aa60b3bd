import { withBase } from '#lib/base-path.ts'
import Code from 'lucide-react/icons/code'
import Link2 from 'lucide-react/icons/link-2'
import Link2Off from 'lucide-react/icons/link-2-off'
import Smartphone from 'lucide-react/icons/smartphone'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { isTouchFirst } from '#lib/browser/send-key.ts'
import { isLoopbackName } from '#lib/links/loopback-name.ts'
import { Link } from 'wouter'
import { rich, t } from '#languages/app.ts'
import { Button } from '../actions/button.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Tabs, type Tab } from '../layout/tabs.tsx'
import type { DialogProps } from '../overlays/dialog-props.ts'
import { Dialog } from '../overlays/dialog.tsx'
import { LinkField } from './link-field.tsx'

export type ShareTab = 'link' | 'embed' | 'phone'

type ShareDialogProps = Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'description'> & {
  isLoaded: boolean
  error: string | undefined
  path: string | undefined
  onCreate: () => void
  isCreating: boolean
  onRevoke: () => void
  isRevoking: boolean
  children?: ReactNode
  /**
   * Controls for embedding the shared item in other pages. Undefined if embedding is not possible.
   */
  embed?: ReactNode
  options?: ReactNode
  phone?: ReactNode
  renderPreview?: ((tab: ShareTab) => ReactNode) | undefined
}

const loadQrCode = async () => (await import('./qr-code.tsx')).QrCode

/** Asks the guide, which reads the manual, how other devices can reach the server. */
const guidePath = `/chat?${new URLSearchParams({
  model: 'bozzetto/guide',
  text: 'Can others on my network use it?',
}).toString()}`

const LocalAddressNote = ({ onClose }: { onClose: () => void }) => (
  <div role="note" className="grid gap-1 rounded-lg bg-warning-soft px-3 py-2 text-pretty text-ink">
    <p>
      {t(
        'Only people on this device can open the link. To share it with others, ask whoever runs this server to let other devices reach it.',
      )}
    </p>
    <details className="text-xs">
      <summary className="min-h-6 w-fit font-medium underline underline-offset-2">
        {t('If you run it')}
      </summary>
      <p>
        {rich(
          'Start the server with <code>HOST=0.0.0.0</code> and a password, and open Bozzetto under the address of its machine. <guide>Ask the built-in guide</guide> for the steps.',
          {
            code: (inner) => <code className="font-mono">{inner}</code>,
            guide: (inner) => (
              <Link
                href={guidePath}
                onClick={onClose}
                className="font-medium underline underline-offset-2"
              >
                {inner}
              </Link>
            ),
          },
        )}
      </p>
    </details>
  </div>
)

const PhoneCode = ({ url }: { url: URL }) => (
  <div className="grid justify-items-center gap-3">
    <Loaded load={loadQrCode} props={{ text: url.href, label: t('QR code of the link') }} />
    <p className="text-pretty text-ink-muted">{t('Point the camera of a phone here.')}</p>
  </div>
)

export function ShareDialog(props: ShareDialogProps) {
  const { isOpen, onClose, title, description, isLoaded, error, path, renderPreview } = props
  const [chosen, setChosen] = useState<ShareTab>('link')
  // Without a link, the tabs for embedding and phones have no content.
  const tab = path === undefined ? 'link' : chosen
  const content = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={description}
      size={renderPreview === undefined ? undefined : 'lg'}
      footer={
        // The button for revoking is not in the footer, where it would replace “Create link” under
        // the pointer.
        path === undefined ? (
          <Button
            variant="primary"
            icon={<Link2 aria-hidden />}
            disabled={!isLoaded}
            isLoading={props.isCreating}
            onClick={props.onCreate}
          >
            {isLoopbackName(location.hostname)
              ? t('Create link for this device')
              : t('Create link')}
          </Button>
        ) : undefined
      }
    >
      <div className={renderPreview && 'grid grid-cols-1 items-start gap-6 md:grid-cols-2'}>
        <div ref={content} className="min-w-0">
          {error === undefined ? (
            // Offers a new link until a link is loaded, because most things have none yet.
            <Ways {...props} content={content} tab={tab} onTab={setChosen} />
          ) : (
            <p role="alert">{error}</p>
          )}
        </div>
        {renderPreview?.(tab)}
      </div>
    </Dialog>
  )
}

const linkTab: Tab<ShareTab> = { value: 'link', label: t('Link'), icon: <Link2 aria-hidden /> }
const embedTab: Tab<ShareTab> = { value: 'embed', label: t('Embed'), icon: <Code aria-hidden /> }
/** Not on phones, which the code is for. */
const phoneTab: Tab<ShareTab> = {
  value: 'phone',
  label: t('Phone'),
  icon: <Smartphone aria-hidden />,
}

const RevokeRow = ({ onRevoke, isRevoking }: Pick<WaysProps, 'onRevoke' | 'isRevoking'>) => (
  <div className="mt-2 flex flex-wrap items-center justify-between gap-2 rounded-lg bg-hover py-1.5 pe-1.5 ps-3">
    <span className="min-w-0 flex-1 text-xs text-pretty text-ink-muted">
      {t('A revoked link never works again. A new link gets another address.')}
    </span>
    <Button
      variant="ghost"
      className="text-danger!"
      icon={<Link2Off aria-hidden />}
      isLoading={isRevoking}
      onClick={onRevoke}
    >
      {t('Revoke link')}
    </Button>
  </div>
)

type WaysProps = Pick<
  ShareDialogProps,
  | 'isLoaded'
  | 'onClose'
  | 'path'
  | 'children'
  | 'options'
  | 'embed'
  | 'phone'
  | 'onRevoke'
  | 'isRevoking'
> & {
  content: RefObject<HTMLElement | null>
  tab: ShareTab
  onTab: (tab: ShareTab) => void
}

function Ways(props: WaysProps) {
  const { isLoaded, onClose, content, path, children, options, embed, phone, tab, onTab } = props
  useEffect(() => {
    // Creating or revoking the link removes the pressed button.
    if (!isLoaded) return
    const dialog = content.current?.closest('[role=dialog]')
    const first = path === undefined ? ':is(button, input):enabled' : 'input[readonly]'
    dialog?.querySelector<HTMLElement>(first)?.focus()
  }, [content, path, isLoaded])
  const isLocal = isLoopbackName(location.hostname)
  const note = isLocal && <LocalAddressNote onClose={onClose} />
  if (path === undefined) {
    return (
      <div className="flex min-w-0 flex-col gap-3">
        {children}
        {note}
        <fieldset disabled={!isLoaded} className="flex flex-col gap-3">
          {options}
        </fieldset>
      </div>
    )
  }
  const url = new URL(withBase(path), location.href)
  const hasEmbed = embed !== undefined && embed !== false
  return (
    <Tabs
      label={t('Ways to share')}
      value={tab}
      onValueChange={onTab}
      tabs={[linkTab, ...(hasEmbed ? [embedTab] : []), ...(isTouchFirst() ? [] : [phoneTab])]}
      className="min-w-0"
    >
      <div className="flex flex-col gap-3">
        {tab === 'link' && children}
        {note}
        {tab === 'link' && <LinkField url={url.href} />}
        {tab === 'embed' && embed}
        {tab === 'phone' && !isLocal && <PhoneCode url={url} />}
        {tab === 'phone' && phone}
        {tab === 'link' && options}
        {tab === 'link' && <RevokeRow onRevoke={props.onRevoke} isRevoking={props.isRevoking} />}
      </div>
    </Tabs>
  )
}
