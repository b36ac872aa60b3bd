import { t } from '#languages/app.ts'

export function drawingProblem(error: unknown): string {
  // In a Mermaid error, only the first line is readable. The other lines list tokens that the
  // grammar expects.
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  const reason = first.replace(/[\s:.]+$/, '')
  return reason === ''
    ? t('Could not draw this diagram.')
    : t('Could not draw this diagram: {reason}{ending}.', {
        reason: reason.charAt(0).toLowerCase(),
        ending: reason.slice(1),
      })
}
