import AppWindow from 'lucide-react/icons/app-window'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Minimize2 from 'lucide-react/icons/minimize-2'
import X from 'lucide-react/icons/x'
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type FocusEvent,
  type ReactNode,
} from 'react'
import type { CallPlace } from '#api/chat/apps.ts'
import type { McpApp } from '#contract/mcp-apps.ts'
import { withBase } from '#lib/base-path.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/app.ts'
import { heightMaxPx, type AppEnd, type AppDisplayMode } from './app-host.ts'
import { AppQuestionBar } from './app-question.tsx'
import { trustServer, useAppHost } from './use-app-host.ts'

/** Height of an app before it has reported one, and its minimum, in CSS pixels. */
const startHeightPx = 240
const heightMinPx = 40

type AppFrameProps = {
  app: McpApp
  place: CallPlace
  note: ReactNode
  /** @param reason absent if the person has closed the app. */
  onEnd: (reason?: AppEnd) => void
  /** Called after the person has trusted the server. The frame must be loaded again. */
  onTrusted: () => void
}

/** Runs an app in a frame with an opaque origin, and connects it to the chat. */
export function AppFrame({ app, place, note, onEnd, onTrusted }: AppFrameProps) {
  const { serverName, title } = app
  const [isAsked, setIsAsked] = useState(false)
  const [heightPx, setHeightPx] = useState(startHeightPx)
  const [mode, setMode] = useState<AppDisplayMode>('inline')
  const frame = useRef<HTMLIFrameElement>(null)
  const { question, close } = useAppHost(frame, {
    app,
    place,
    mode,
    onMode: setMode,
    onEnd,
    onHeight: (wantedPx) =>
      setHeightPx(Math.min(Math.max(Math.ceil(wantedPx), heightMinPx), heightMaxPx)),
    onUnconfined: () => setIsAsked(true),
  })
  const isFull = mode === 'fullscreen'
  return (
    <AppShell isFull={isFull} label={`${title}, ${serverName}`} onLeave={() => setMode('inline')}>
      <header className="flex min-h-10 shrink-0 items-center gap-2 border-b border-line px-3 py-1">
        <AppWindow aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <p className="min-w-0 flex-1 truncate text-sm">
          <span className="font-medium">{title}</span>{' '}
          <span className="text-xs text-ink-muted">{t('from {serverName}', { serverName })}</span>
        </p>
        <IconButton
          size="sm"
          label={isFull ? t('Leave full screen') : t('Full screen')}
          icon={isFull ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          onClick={() => setMode(isFull ? 'inline' : 'fullscreen')}
        />
        <IconButton
          size="sm"
          label={t('Close the app')}
          icon={<X aria-hidden />}
          onClick={() => {
            setMode('inline')
            void close().then(() => onEnd())
          }}
        />
      </header>
      {note}
      {isAsked && (
        <div
          role="note"
          className="flex flex-wrap items-center gap-2 border-b border-line bg-warning-soft px-3 py-2 text-xs"
        >
          <span className="min-w-48 flex-1">
            {t(
              'The app does not run yet. In this browser it could send the result of this call to other computers.',
            )}
          </span>
          <Button
            size="sm"
            onClick={() => {
              trustServer(serverName)
              onTrusted()
            }}
          >
            {t('Run the app')}
          </Button>
        </div>
      )}
      <iframe
        ref={frame}
        title={t('{title}, app of {serverName}', { title, serverName })}
        src={withBase(toFramePath(app))}
        sandbox="allow-scripts allow-forms"
        allow=""
        referrerPolicy="no-referrer"
        style={isFull ? undefined : { height: isAsked ? 0 : heightPx }}
        className={cn('block w-full bg-surface', isFull && 'min-h-0 flex-1')}
      />
      {question && <AppQuestionBar question={question} serverName={serverName} />}
    </AppShell>
  )
}

function toFramePath({ connectDomains, resourceDomains, allowedDomains }: McpApp): string {
  const allowed = new Set(allowedDomains)
  const domains = new URLSearchParams([
    ...connectDomains.filter((one) => allowed.has(one)).map((one) => ['connect', one]),
    ...resourceDomains.filter((one) => allowed.has(one)).map((one) => ['resource', one]),
  ])
  return domains.size === 0 ? '/preview/app' : `/preview/app?${domains}`
}

type AppShellProps = {
  isFull: boolean
  label: string
  onLeave: () => void
  children: ReactNode
}

/**
 * Renders the card of an app. In full screen, the card is a popover, because moving the frame in
 * the document would load it again.
 */
function AppShell({ isFull, label, onLeave, children }: AppShellProps) {
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isFull) return undefined
    const before = document.activeElement
    card.current?.showPopover()
    if (!card.current?.contains(before)) card.current?.focus()
    return undefined
  }, [isFull])
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (!isFull || event.key !== 'Escape') return
    event.stopPropagation()
    onLeave()
  }
  // The rest of the page is covered, so the focus stays in the card.
  const keepFocus = ({ relatedTarget }: FocusEvent) => {
    if (isFull && relatedTarget && !card.current?.contains(relatedTarget)) card.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of its buttons.
    <div
      ref={card}
      aria-label={label}
      role={isFull ? 'dialog' : 'group'}
      aria-modal={isFull || undefined}
      popover={isFull ? 'manual' : undefined}
      tabIndex={-1}
      onKeyDown={leaveOnEscape}
      onBlur={keepFocus}
      className={cn(
        'flex-col overflow-hidden text-ink',
        isFull
          ? 'fixed inset-0 m-0 flex size-full max-h-none max-w-none border-0 bg-surface p-0'
          : 'card flex w-full',
      )}
    >
      {children}
    </div>
  )
}
