import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { createWebhookSecret, readKeyWebhooks, resendWebhook } from '#api/key-webhooks.ts'
import type { ApiKey } from '#contract/access/keys.ts'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import { explainError } from '#lib/explain.ts'
import { formatAge } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { cn } from '#ui/cn.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/settings.ts'
import { ShownOnceDialog } from '../layout/shown-once-dialog.tsx'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { settingsQueries } from '../queries/settings-queries.ts'

const webhooksQuery = (keyId: string) =>
  queryOptions({
    queryKey: [...settingsQueries.keys().queryKey, 'webhooks', keyId],
    queryFn: ({ signal }) => readKeyWebhooks(keyId, signal),
    staleTime: 0,
  })

type WebhooksDialogProps = {
  apiKey: ApiKey | undefined
  onClose: () => void
}

export function WebhooksDialog({ apiKey, onClose }: WebhooksDialogProps) {
  const shown = useLastDefined(apiKey)
  const create = useMutation({
    mutationFn: createWebhookSecret,
    onError: reportFailure(t('Could not create the secret')),
    gcTime: 0,
  })
  const close = () => {
    create.reset()
    onClose()
  }
  if (create.data) {
    return (
      <ShownOnceDialog
        isOpen={apiKey !== undefined}
        onClose={close}
        title={t('The webhook secret of {name}', { name: shown?.name ?? '' })}
        description={t(
          'Your receiver checks signatures with it. Copy it now; it won’t be shown again. The previous secret stays valid for a day.',
        )}
        label={t('Webhook secret')}
        text={create.data.secret}
      />
    )
  }
  return (
    <Dialog
      isOpen={apiKey !== undefined}
      onClose={close}
      title={t('Webhooks of {name}', { name: shown?.name ?? '' })}
      description={t(
        'A 3D task that is created with webhook_url tells that address when it is over. Requests are signed by the Standard Webhooks convention.',
      )}
      footer={<Button onClick={close}>{t('Close')}</Button>}
    >
      {shown && (
        <Webhooks
          keyId={shown.id}
          isPending={create.isPending}
          onCreate={() => create.mutate(shown.id)}
        />
      )}
    </Dialog>
  )
}

type WebhooksProps = { keyId: string; isPending: boolean; onCreate: () => void }

function Webhooks({ keyId, isPending, onCreate }: WebhooksProps) {
  const { data, error, dataUpdatedAt } = useQuery(webhooksQuery(keyId))
  if (!data) {
    return error ? (
      <p role="alert" className="text-danger">
        {explainError(error)}
      </p>
    ) : (
      <Spinner label={t('Loading deliveries')} className="size-5" />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-muted">
          {data.hasSecret
            ? t('This key has a webhook secret.')
            : t('Create a secret first: without one, webhook_url is refused.')}
        </p>
        <Button
          variant={data.hasSecret ? 'secondary' : 'primary'}
          isLoading={isPending}
          onClick={onCreate}
        >
          {data.hasSecret ? t('Replace the secret') : t('Create a secret')}
        </Button>
      </div>
      {data.deliveries.length === 0 ? (
        <p className="text-ink-faint">{t('No deliveries yet.')}</p>
      ) : (
        <ul aria-label={t('Deliveries')} className="divide-y divide-line">
          {data.deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              keyId={keyId}
              delivery={delivery}
              nowMs={dataUpdatedAt}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

const words: Record<WebhookDelivery['status'], string> = {
  waiting: t('The task is not over yet'),
  due: t('Will be sent'),
  delivered: t('Delivered'),
  failed: t('Given up'),
}

type DeliveryRowProps = { keyId: string; delivery: WebhookDelivery; nowMs: number }

function DeliveryRow({ keyId, delivery, nowMs }: DeliveryRowProps) {
  const client = useQueryClient()
  const resend = useMutation({
    mutationFn: resendWebhook,
    onSuccess: () => client.invalidateQueries(webhooksQuery(keyId)),
    onError: reportFailure(t('Could not send it again')),
  })
  const { id, url, status, attempts, lastError, createdAt } = delivery
  const isOver = status === 'delivered' || status === 'failed'
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-mono text-xs" title={url}>
          {url}
        </p>
        <p
          className={cn(
            'mt-0.5 text-xs text-pretty',
            status === 'failed' ? 'text-danger' : 'text-ink-muted',
          )}
        >
          {words[status]}
          {attempts > 0 &&
            ` · ${t('{attempts, plural, one {# attempt} other {# attempts}}', { attempts })}`}{' '}
          · {formatAge(createdAt, nowMs)}
          {lastError !== undefined && ` · ${lastError}`}
        </p>
      </div>
      {isOver && (
        <IconButton
          label={t('Send again')}
          icon={<RefreshCw aria-hidden />}
          disabled={resend.isPending}
          onClick={() => resend.mutate({ keyId, id })}
        />
      )}
    </li>
  )
}
