import { useQuery } from '@tanstack/react-query'
import CircleX from 'lucide-react/icons/circle-x'
import { explainError } from '#lib/explain.ts'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { storedModelsQuery } from '#queries/stored-models.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/settings.ts'
import { DownloadForm } from './download-form.tsx'
import { StoredModelRow } from './stored-model-row.tsx'

export type StoredModelsDialogProps = {
  isOpen: boolean
  connection: Connection
  storage: NonNullable<ConnectionKind['storage']>
  onClose: () => void
}

export const StoredModelsDialog = (props: StoredModelsDialogProps) => (
  <Dialog
    isOpen={props.isOpen}
    onClose={props.onClose}
    title={t('Models in {name}', { name: props.connection.name })}
    footer={<Button onClick={props.onClose}>{t('Close')}</Button>}
  >
    <div className="flex flex-col gap-4">
      <DownloadForm connectionId={props.connection.id} storage={props.storage} />
      <StoredModels connection={props.connection} />
    </div>
  </Dialog>
)

function StoredModels({ connection: { id, name } }: { connection: Connection }) {
  const { data, error, isPending, refetch } = useQuery(storedModelsQuery(id))
  if (isPending) return <Spinner label={t('Reading the list of models')} className="mx-auto my-6" />
  if (error && !data) {
    return (
      <div role="alert" className="flex flex-col items-start gap-2 text-pretty text-danger">
        <p className="flex gap-2">
          <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
          {explainError(error)}
        </p>
        <Button size="sm" onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </div>
    )
  }
  const models = data?.models ?? []
  if (models.length === 0) {
    return (
      <p className="border-t border-line pt-4 text-ink-muted">
        {t('No models yet. Download one to chat with it.')}
      </p>
    )
  }
  return (
    <ul aria-label={t('Installed models')} className="divide-y divide-line border-t border-line">
      {models.map((model) => (
        <StoredModelRow key={model.name} connectionId={id} title={name} model={model} />
      ))}
    </ul>
  )
}
