import { useState } from 'react'
import type { StoredModel } from '#contract/stored-models.ts'
import { formatBytes, formatRoughCount } from '#lib/format.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { useDeleteStoredModel, useUnloadModel } from './queries.ts'

type StoredModelRowProps = {
  connectionId: string
  title: string
  model: StoredModel
}

export function StoredModelRow({ connectionId, title, model }: StoredModelRowProps) {
  const { name, loaded } = model
  const [isDoomed, setIsDoomed] = useState(false)
  const unload = useUnloadModel()
  const remove = useDeleteStoredModel()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {loaded && <Badge>{t('In memory')}</Badge>}
        </p>
        <p className="mt-0.5 text-xs text-ink-muted">{describe(model)}</p>
        {loaded && <p className="mt-0.5 text-xs text-ink-muted">{describeLoaded(loaded)}</p>}
      </div>
      {loaded && (
        <Button
          size="sm"
          isLoading={unload.isPending}
          onClick={() =>
            unload.mutate(
              { connectionId, model: name },
              { onError: reportFailure(t('Could not unload')) },
            )
          }
        >
          {t('Unload')}
        </Button>
      )}
      <Button size="sm" aria-label={t('Delete {name}', { name })} onClick={() => setIsDoomed(true)}>
        {t('Delete')}
      </Button>
      <ConfirmDialog
        isOpen={isDoomed}
        onClose={() => setIsDoomed(false)}
        onConfirm={() =>
          remove.mutate(
            { connectionId, model: name },
            {
              onError: reportFailure(t('Could not delete it')),
              onSettled: () => setIsDoomed(false),
            },
          )
        }
        isBusy={remove.isPending}
        isDangerous
        title={t('Delete {name}?', { name })}
        description={
          model.sizeBytes === undefined
            ? t(
                'It is deleted from {title} for every app that uses that server. To use it again, it has to be downloaded again.',
                { title },
              )
            : t(
                'It is deleted from {title} for every app that uses that server. To use it again, {sizeBytes} have to be downloaded again.',
                { title, sizeBytes: formatBytes(model.sizeBytes) },
              )
        }
        confirmLabel={t('Delete')}
      />
    </li>
  )
}

const describe = ({ details, sizeBytes, contextTokens }: StoredModel): string =>
  [
    details,
    sizeBytes !== undefined && t('{sizeBytes} on disk', { sizeBytes: formatBytes(sizeBytes) }),
    contextTokens !== undefined &&
      t('up to {contextTokens} tokens', { contextTokens: formatRoughCount(contextTokens) }),
  ]
    .filter((fact) => fact !== false && fact !== '')
    .join(' · ')

const describeLoaded = ({
  contextTokens,
  memoryBytes,
}: NonNullable<StoredModel['loaded']>): string =>
  [
    contextTokens !== undefined &&
      t('{contextTokens} tokens of context allocated', {
        contextTokens: formatRoughCount(contextTokens),
      }),
    memoryBytes !== undefined &&
      t('{memoryBytes} of memory', { memoryBytes: formatBytes(memoryBytes) }),
  ]
    .filter(Boolean)
    .join(' · ')
