import { withBase } from '#lib/base-path.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/app.ts'
import { PreviewConsole, PreviewProblems } from './preview-console.tsx'
import { usePreviewReports } from './preview-reports.ts'
import type { PreviewDocument } from './previews.ts'

type PreviewFrameProps = {
  preview: PreviewDocument
  /** Width in CSS pixels. By default, the frame is as wide as the panel. */
  widthPx?: number | undefined
}

/**
 * Renders a document in a frame with an opaque origin. If the browser cannot confine scripts to the
 * frame, scripts need the user's permission.
 */
export function PreviewFrame({ preview: { markup, scripts }, widthPx }: PreviewFrameProps) {
  const [mode, setMode] = useState<'confined' | 'asked' | 'allowed'>('confined')
  const shown = { markup, widthPx }
  if (scripts === 'none') return <Frame {...shown} src="/preview/still" />
  if (scripts === 'own') return <Frame {...shown} src="/preview" />
  if (mode === 'confined') {
    return <Frame {...shown} src="/preview" onUnconfined={() => setMode('asked')} />
  }
  if (mode === 'allowed')
    return <Frame {...shown} key="allowed" src="/preview" isConfined={false} />
  return (
    <>
      <div
        role="note"
        className="flex flex-wrap items-center gap-2 border-b border-line bg-warning-soft px-3 py-2 text-xs"
      >
        <span className="min-w-48 flex-1">
          {t(
            'Scripts are off. In this browser they could send what is in this page to other computers.',
          )}
        </span>
        <Button size="sm" onClick={() => setMode('allowed')}>
          {t('Run scripts')}
        </Button>
      </div>
      <Frame {...shown} key="still" src="/preview/still" />
    </>
  )
}

const readySchema = z.object({ type: z.literal('preview-ready'), isConfined: z.boolean() })

type FrameProps = {
  src: '/preview' | '/preview/still'
  markup: string
  widthPx: number | undefined
  /** Called if the browser cannot confine the document. The document is then not sent. */
  onUnconfined?: () => void
  /** False if the browser lets the document reach the network. */
  isConfined?: boolean
}

function Frame({ src, markup, widthPx, onUnconfined, isConfined = true }: FrameProps) {
  const wasSent = useRef(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const { lines, ...problems } = usePreviewReports(frame)
  const handleReady = useEffectEvent(({ data, source }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.current?.contentWindow) return
    const { data: ready } = readySchema.safeParse(data)
    // Only the first message counts, because the document itself may send the same message later.
    if (!ready || wasSent.current) return
    wasSent.current = true
    if (onUnconfined && !ready.isConfined) onUnconfined()
    // `postMessage` needs `*` for an opaque origin.
    else frame.current.contentWindow?.postMessage(markup, '*')
  })
  useEffect(() => {
    window.addEventListener('message', handleReady)
    return () => window.removeEventListener('message', handleReady)
  }, [])
  return (
    <>
      <PreviewProblems {...problems} />
      <div
        className={cn(
          'flex min-h-0 flex-1 justify-center bg-surface-sunken',
          widthPx !== undefined && 'p-3',
        )}
      >
        <iframe
          ref={frame}
          title={t('Preview')}
          src={withBase(src)}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          style={{ maxWidth: widthPx }}
          className={cn('size-full bg-white', widthPx !== undefined && 'rounded-lg shadow-float')}
        />
      </div>
      {src === '/preview' && <PreviewConsole lines={lines} isConfined={isConfined} />}
    </>
  )
}
