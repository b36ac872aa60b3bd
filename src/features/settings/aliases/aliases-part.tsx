import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Route from 'lucide-react/icons/route'
import Trash2 from 'lucide-react/icons/trash'
import type { ModelAlias } from '#contract/model-aliases.ts'
import { modelsQuery } from '#queries/models.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { ListPart } from '../layout/list-part.tsx'
import { useEdited } from '../layout/use-edited.ts'
import { useRemoval } from '../layout/use-removal.ts'
import { modelAliasesQuery, useRemoveModelAlias } from './alias-queries.ts'

const loadDialog = async () => (await import('./alias-dialog.tsx')).AliasDialog

export function AliasesPart() {
  const { data, error } = useQuery(modelAliasesQuery())
  const { data: models } = useQuery(modelsQuery())
  const { isOpen, round, entry, edit, close } = useEdited<ModelAlias>()
  const { mutate: remove, isPending } = useRemoveModelAlias()
  const removal = useRemoval<ModelAlias>({
    remove: ({ name }, callbacks) => remove(name, callbacks),
    isPending,
    failed: t('Could not remove the alias'),
  })
  const getName = (target: string) => models?.models.find(({ id }) => id === target)?.name ?? target
  return (
    <ListPart
      id="model-aliases"
      title={t('Model aliases')}
      about={t(
        'A name for several models. If the first model is overloaded or unavailable, the next one answers. Use the name in the chat and the HTTP interface.',
      )}
      addLabel={t('Add an alias')}
      onAdd={() => edit('new')}
      error={error}
      empty={
        <EmptyRow icon={<Route />} title={t('No aliases yet')}>
          {t('Programs can then ask for “fast” and keep working when you change the model.')}
        </EmptyRow>
      }
      rows={data?.aliases.map((alias) => (
        <li key={alias.name} className="flex items-center gap-2 px-4 py-3.5">
          <div className="min-w-0 flex-1">
            <h3 className="font-medium wrap-anywhere">{alias.name}</h3>
            <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">
              {alias.targets.map(getName).join(' → ')}
            </p>
          </div>
          <IconButton
            label={t('Edit {name}', { name: alias.name })}
            icon={<Pencil aria-hidden />}
            onClick={() => edit(alias)}
          />
          <IconButton
            label={t('Remove {name}', { name: alias.name })}
            icon={<Trash2 aria-hidden />}
            onClick={() => removal.ask(alias)}
          />
        </li>
      ))}
    >
      <Loaded
        load={loadDialog}
        isWanted={isOpen}
        props={{
          key: round,
          isOpen,
          alias: entry,
          onClose: close,
        }}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={t('Remove “{name}”?', { name: removal.shown?.name ?? '' })}
        description={t(
          'Programs and chats that use this name get an error until they use another model.',
        )}
        confirmLabel={t('Remove')}
      />
    </ListPart>
  )
}
