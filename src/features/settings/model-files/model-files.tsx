import { useQuery } from '@tanstack/react-query'
import FileJson2 from 'lucide-react/icons/file-braces-corner'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { ProviderProblem } from '#contract/models.ts'
import type { ModelDescriptionFile } from '#contract/model-settings.ts'
import { modelsQuery } from '#queries/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useRemoval } from '../layout/use-removal.ts'
import { AddModelDialog } from './add-model-dialog.tsx'
import { modelFileQueries, useRemoveModelFile } from './queries.ts'

const noProblems: readonly ProviderProblem[] = []

export function ModelFilesPart() {
  const list = useQuery(modelFileQueries.files())
  const { data: models } = useQuery(modelsQuery())
  const [isAdding, setIsAdding] = useState(false)
  const remove = useRemoveModelFile()
  const removal = useRemoval<ModelDescriptionFile>({
    remove: ({ name }, callbacks) => remove.mutate(name, callbacks),
    isPending: remove.isPending,
    failed: t('Could not remove the file'),
  })
  const problems = models?.problems ?? noProblems

  return (
    <SettingsPart
      id="custom-3d-models"
      title={t('Custom 3D models')}
      about={t(
        'Add a model of a connected service with a JSON file that describes its parameters. Files in the models folder of the server’s data are added too.',
      )}
      action={
        <Button icon={<Plus aria-hidden />} onClick={() => setIsAdding(true)}>
          {t('Add a model')}
        </Button>
      }
    >
      {list.error && (
        <p role="alert" className="text-danger">
          {explainError(list.error)}
        </p>
      )}
      {list.data?.files.length === 0 && (
        <EmptyRow icon={<FileJson2 />} title={t('No files yet.')}>
          {t('Models that a service lists don’t need one.')}
        </EmptyRow>
      )}
      {list.data && list.data.files.length > 0 && (
        <ul aria-label={t('Model files')} className={cardClass}>
          {list.data.files.map((file) => (
            <Row
              key={file.name}
              file={file}
              problem={getProblem(file, problems)}
              onRemove={() => removal.ask(file)}
            />
          ))}
        </ul>
      )}
      <AddModelDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
      <ConfirmDialog
        {...removal.dialog}
        title={t('Remove this model?')}
        description={t('{name} is deleted. Models that were made with it stay in the library.', {
          name: removal.shown?.name ?? '',
        })}
        confirmLabel={t('Remove')}
      />
    </SettingsPart>
  )
}

type RowProps = { file: ModelDescriptionFile; problem: string | undefined; onRemove: () => void }

const Row = ({ file, problem, onRemove }: RowProps) => (
  <li className="flex items-center gap-4 px-4 py-3">
    <div className="min-w-0 flex-1">
      <p className="font-medium wrap-anywhere">{file.model?.name ?? file.name}</p>
      <p className="mt-0.5 font-mono text-xs wrap-anywhere text-ink-muted">
        {file.model ? `${file.model.id} · ${file.name}` : file.name}
      </p>
      {problem !== undefined && (
        <p className="mt-1 flex gap-1.5 text-xs text-pretty text-ink-muted">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
          {problem}
        </p>
      )}
    </div>
    <IconButton
      label={t('Remove {name}', { name: file.model?.name ?? file.name })}
      icon={<Trash2 aria-hidden />}
      onClick={onRemove}
    />
  </li>
)

const getProblem = (
  { name, model, problem }: ModelDescriptionFile,
  problems: readonly ProviderProblem[],
): string | undefined =>
  problem ??
  problems.find(({ provider }) => provider === model?.id || provider === `models/${name}`)?.message
