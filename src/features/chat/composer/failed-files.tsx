import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
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
          ? t('Not sent. “{name}” could not be added. {message}', {
              name: first.name,
              message: first.message,
            })
          : t('Not sent. {failedCount} files could not be added.', { failedCount: failed.length })}
      </p>
      <span className="flex flex-wrap items-start gap-1.5">
        {failed.some(({ file }) => file) && (
          <Button size="sm" onClick={onTryAgain}>
            {t('Try again')}
          </Button>
        )}
        <Button size="sm" onClick={onSendWithout}>
          {failed.length === 1 ? t('Send without it') : t('Send without them')}
        </Button>
      </span>
    </div>
  )
}
