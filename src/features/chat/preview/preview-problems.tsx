import { useEffect, useState, type RefObject } from 'react'
import * as z from 'zod/mini'

const problemSchema = z.object({
  type: z.literal('preview-problem'),
  what: z.enum(['error', 'blocked']),
  words: z.string().check(z.maxLength(300)),
})

type Problems = {
  error: string | undefined
  blocked: readonly string[]
}

const none: Problems = { error: undefined, blocked: [] }
const hostsMax = 3

/**
 * Collects errors that the page in the frame reports. The page is untrusted, so reports are only
 * shown as plain text.
 */
export function usePreviewProblems(frame: RefObject<HTMLIFrameElement | null>): Problems {
  const [problems, setProblems] = useState(none)
  useEffect(() => {
    const hear = ({ data, source }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return
      const { data: told } = problemSchema.safeParse(data)
      if (told) setProblems((before) => withProblem(before, told))
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [frame])
  return problems
}

function withProblem(before: Problems, { what, words }: z.infer<typeof problemSchema>): Problems {
  if (what === 'error') return before.error === undefined ? { ...before, error: words } : before
  const host = URL.canParse(words) ? new URL(words).host : ''
  const isKnown = host === '' || before.blocked.includes(host)
  return isKnown || before.blocked.length === hostsMax
    ? before
    : { ...before, blocked: [...before.blocked, host] }
}

export const PreviewProblems = ({ problems: { error, blocked } }: { problems: Problems }) => (
  <output className="flex flex-col gap-1 border-b border-line bg-warning-soft px-3 py-2 text-xs wrap-anywhere empty:hidden">
    {error !== undefined && <span>This page has an error: {error}</span>}
    {blocked.length > 0 && (
      <span>Previews load nothing from other sites. Left out: {blocked.join(', ')}</span>
    )}
  </output>
)
