import { joinWithCommas } from '#lib/format.ts'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/settings.ts'
import { ShownOnceDialog } from '../layout/shown-once-dialog.tsx'
import { useReadAlertSecret, useSendTestAlert } from './server-setting-queries.ts'

export function AlertActions() {
  const test = useSendTestAlert()
  const secret = useReadAlertSecret()
  const error = test.error ?? secret.error
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button isLoading={test.isPending} onClick={() => test.mutate()}>
          {t('Send a test alert')}
        </Button>
        <Button variant="ghost" isLoading={secret.isPending} onClick={() => secret.mutate()}>
          {t('Show the webhook’s secret')}
        </Button>
      </div>
      <output className="text-xs text-ink-muted empty:hidden">
        {test.data && t('Sent to {data}.', { data: joinWithCommas(test.data) })}
      </output>
      {error && (
        <p role="alert" className="text-xs text-danger">
          {explainError(error)}
        </p>
      )}
      <ShownOnceDialog
        isOpen={secret.data !== undefined}
        onClose={() => secret.reset()}
        title={t('Secret of the alert webhook')}
        description={t(
          'The receiver checks signatures with this secret. It is the same each time.',
        )}
        label={t('Webhook secret')}
        text={secret.data ?? ''}
      />
    </div>
  )
}
