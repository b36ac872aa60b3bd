import { useEffect, useState, type RefObject } from 'react'
import * as z from 'zod/mini'

const reportSchema = z.object({
  type: z.literal('preview-report'),
  what: z.enum(['error', 'blocked', 'log', 'warning', 'fault']),
  words: z.string().check(z.maxLength(2_000)),
})

export type ConsoleLine = { what: 'error' | 'log' | 'warning' | 'fault'; words: string }

export type PreviewReports = {
  error: string | undefined
  blocked: readonly string[]
  lines: readonly ConsoleLine[]
}

const none: PreviewReports = { error: undefined, blocked: [], lines: [] }
const hostsMax = 3
const linesMax = 300

/**
 * Collects errors and console output of the page in the frame. The page is untrusted, so show
 * reports only as plain text.
 */
export function usePreviewReports(frame: RefObject<HTMLIFrameElement | null>): PreviewReports {
  const [reports, setReports] = useState(none)
  useEffect(() => {
    const hear = ({ data, source }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return
      const { data: report } = reportSchema.safeParse(data)
      if (report) setReports((before) => withReport(before, report))
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [frame])
  return reports
}

function withReport(
  before: PreviewReports,
  { what, words }: z.infer<typeof reportSchema>,
): PreviewReports {
  if (what === 'blocked') {
    const host = URL.canParse(words) ? new URL(words).host : ''
    const isKnown = host === '' || before.blocked.includes(host)
    return isKnown || before.blocked.length === hostsMax
      ? before
      : { ...before, blocked: [...before.blocked, host] }
  }
  const lines = [...before.lines, { what, words }].slice(-linesMax)
  return { ...before, lines, error: before.error ?? (what === 'error' ? words : undefined) }
}
