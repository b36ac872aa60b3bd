import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Button } from '#ui/actions/button.tsx'
import type { HeldForFiles } from './use-held-for-files.ts'

export function FailedFiles({ failed, onTryAgain, onSendWithout }: HeldForFiles) {
  const [first] = failed
  if (!first) return null
  return (
    <div
      role="alert"
      className="flex flex-wrap gap-2 border-b border-line px-3.5 py-2 text-xs text-pretty text-ink-muted"
    >
      <p className="flex flex-1 basis-60 gap-2 wrap-anywhere">
        <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
        {failed.length === 1
          ? `Not sent. “${first.name}” could not be added. ${first.message}`
          : `Not sent. ${failed.length} files could not be added.`}
      </p>
      <span className="flex flex-wrap items-start gap-1.5">
        {failed.some(({ file }) => file) && (
          <Button size="sm" onClick={onTryAgain}>
            Try again
          </Button>
        )}
        <Button size="sm" onClick={onSendWithout}>
          {failed.length === 1 ? 'Send without it' : 'Send without them'}
        </Button>
      </span>
    </div>
  )
}
