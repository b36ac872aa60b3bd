import { dateLanguage } from '#lib/language/translate.ts'
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import PackagePlus from 'lucide-react/icons/package-plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import type { ImportedModel } from '#contract/model-imports.ts'
import { formatAge } from '#lib/format.ts'
import { connectionsQuery } from '#queries/connections.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { useRemoval } from '../layout/use-removal.ts'
import type { ImportSource } from './import-choice.ts'
import { importsQuery, useRemoveImport } from './queries.ts'
import { RefreshDialog } from './refresh-dialog.tsx'

const loadDialog = async () => (await import('./import-dialog.tsx')).ImportModelDialog

export function ImportedModelsPart() {
  const list = useQuery(importsQuery())
  const connections = useQuery(connectionsQuery())
  const [isImporting, setIsImporting] = useState(false)
  const [round, setRound] = useState(0)
  const [refreshed, setRefreshed] = useState<ImportedModel>()
  const compared = useLastDefined(refreshed)
  const remove = useRemoveImport()
  const removal = useRemoval<ImportedModel>({
    remove: ({ id }, callbacks) => remove.mutate(id, callbacks),
    isPending: remove.isPending,
    failed: t('Could not remove the model'),
  })
  const { kinds = [], connections: connected = [] } = connections.data ?? {}
  const sources = connected.flatMap((connection): ImportSource[] => {
    const imports = kinds.find(({ id }) => id === connection.kind)?.imports
    return imports && connection.isOn ? [{ ...connection, imports }] : []
  })
  const imports = list.data?.imports ?? []

  return (
    <SettingsPart
      id="imported-3d-models"
      title={t('Imported 3D models')}
      about={t(
        'Use any fal or Replicate model, any function of a Gradio app, or a ComfyUI workflow. Its form comes from the service.',
      )}
      action={
        <Button
          icon={<PackagePlus aria-hidden />}
          disabled={sources.length === 0}
          onClick={() => {
            setRound((held) => held + 1)
            setIsImporting(true)
          }}
        >
          {t('Import a model')}
        </Button>
      }
    >
      {imports.length === 0 ? (
        <EmptyRow icon={<Download />} title={t('Nothing imported yet.')}>
          {sources.length === 0
            ? t('Connect fal, Replicate, Gradio or ComfyUI first.')
            : t('Models that a service lists itself are already available.')}
        </EmptyRow>
      ) : (
        <ul aria-label={t('Imported models')} className={cardClass}>
          {imports.map((model) => (
            <Row
              key={model.id}
              model={model}
              nowMs={list.dataUpdatedAt}
              onRefresh={() => setRefreshed(model)}
              onRemove={() => removal.ask(model)}
            />
          ))}
        </ul>
      )}
      <Loaded
        load={loadDialog}
        isWanted={isImporting}
        props={{ key: round, isOpen: isImporting, sources, onClose: () => setIsImporting(false) }}
      />
      {compared && (
        <RefreshDialog
          key={compared.id}
          isOpen={refreshed !== undefined}
          model={compared}
          onClose={() => setRefreshed(undefined)}
        />
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={t('Remove this model?')}
        description={t('{name} can be imported again. Models made with it stay in the library.', {
          name: removal.shown?.name ?? '',
        })}
        confirmLabel={t('Remove')}
      />
    </SettingsPart>
  )
}

type RowProps = {
  model: ImportedModel
  nowMs: number
  onRefresh: () => void
  onRemove: () => void
}

const Row = ({ model: { name, modelId, readAt }, nowMs, onRefresh, onRemove }: RowProps) => (
  <li className="flex items-center gap-4 px-4 py-3">
    <div className="min-w-0 flex-1">
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">
        <code className="font-mono">{modelId}</code>
        <span aria-hidden className="px-1.5 text-ink-faint">
          ·
        </span>
        <time dateTime={readAt} title={new Date(readAt).toLocaleString(dateLanguage)}>
          {formatReadAge(formatAge(readAt, nowMs))}
        </time>
      </p>
    </div>
    <Menu
      trigger={moreButton(name)}
      items={[
        { label: t('Check for changes'), icon: <RefreshCw />, onSelect: onRefresh },
        'separator',
        { label: t('Remove'), icon: <Trash2 />, isDangerous: true, onSelect: onRemove },
      ]}
    />
  </li>
)

const formatReadAge = (age: string): string =>
  t('read {age}', { age: age === t('now') ? t('just now') : age })

const moreButton = (name: string) => (trigger: OverlayTriggerProps) => (
  <IconButton
    {...trigger}
    label={t('More about {name}', { name })}
    icon={<Ellipsis aria-hidden />}
  />
)
