import { useState } from 'react'
import type { StoredModel } from '#contract/stored-models.ts'
import { formatBytes, formatRoughCount } from '#lib/format.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
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
          {loaded && <Badge>In memory</Badge>}
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
              { onError: reportFailure('Could not unload') },
            )
          }
        >
          Unload
        </Button>
      )}
      <Button size="sm" aria-label={`Delete ${name}`} onClick={() => setIsDoomed(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isDoomed}
        onClose={() => setIsDoomed(false)}
        onConfirm={() =>
          remove.mutate(
            { connectionId, model: name },
            {
              onError: reportFailure('Could not delete it'),
              onSettled: () => setIsDoomed(false),
            },
          )
        }
        isBusy={remove.isPending}
        isDangerous
        title={`Delete ${name}?`}
        description={
          model.sizeBytes === undefined
            ? `It is deleted from ${title} for every app that uses that server. To use it again, it has to be downloaded again.`
            : `It is deleted from ${title} for every app that uses that server. To use it again, ${formatBytes(model.sizeBytes)} have to be downloaded again.`
        }
        confirmLabel="Delete"
      />
    </li>
  )
}

const describe = ({ details, sizeBytes, contextTokens }: StoredModel): string =>
  [
    details,
    sizeBytes !== undefined && `${formatBytes(sizeBytes)} on disk`,
    contextTokens !== undefined && `up to ${formatRoughCount(contextTokens)} tokens`,
  ]
    .filter((fact) => fact !== false && fact !== '')
    .join(' · ')

const describeLoaded = ({
  contextTokens,
  memoryBytes,
}: NonNullable<StoredModel['loaded']>): string =>
  [
    contextTokens !== undefined && `${formatRoughCount(contextTokens)} tokens of context allocated`,
    memoryBytes !== undefined && `${formatBytes(memoryBytes)} of memory`,
  ]
    .filter(Boolean)
    .join(' · ')
