import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '#ui/actions/button.tsx'
import { PreviewProblems, usePreviewProblems } from './preview-problems.tsx'
import type { PreviewDocument } from './previews.ts'

/**
 * Renders a document in a frame with an opaque origin. Scripts run at once if the browser confines
 * them to the frame. Otherwise the user must allow them first.
 */
export function PreviewFrame({ preview: { markup, scripts } }: { preview: PreviewDocument }) {
  const [mode, setMode] = useState<'confined' | 'asked' | 'allowed'>('confined')
  if (scripts === 'none') return <Frame src="/preview/still" markup={markup} />
  if (scripts === 'own') return <Frame src="/preview" markup={markup} />
  if (mode === 'confined') {
    return <Frame src="/preview" markup={markup} onUnconfined={() => setMode('asked')} />
  }
  if (mode === 'allowed') return <Frame key="allowed" src="/preview" markup={markup} />
  return (
    <>
      <div
        role="note"
        className="flex flex-wrap items-center gap-2 border-b border-line bg-warning-soft px-3 py-2 text-xs"
      >
        <span className="min-w-48 flex-1">
          Scripts are off. In this browser they could send what is in this page to other computers.
        </span>
        <Button size="sm" onClick={() => setMode('allowed')}>
          Run scripts
        </Button>
      </div>
      <Frame key="still" src="/preview/still" markup={markup} />
    </>
  )
}

const readySchema = z.object({ type: z.literal('preview-ready'), isConfined: z.boolean() })

type FrameProps = {
  src: '/preview' | '/preview/still'
  markup: string
  /** Called if the browser would not confine the document. The document is then not sent. */
  onUnconfined?: () => void
}

function Frame({ src, markup, onUnconfined }: FrameProps) {
  const wasSent = useRef(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const problems = usePreviewProblems(frame)
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
      <PreviewProblems problems={problems} />
      <iframe
        ref={frame}
        title="Preview"
        src={src}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        className="min-h-0 w-full flex-1 bg-white"
      />
    </>
  )
}
