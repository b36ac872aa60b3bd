import { useQuery } from '@tanstack/react-query'
import Braces from 'lucide-react/icons/braces'
import type { WebApi } from '#contract/web-apis.ts'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { ListPart } from '../layout/list-part.tsx'
import { useEdited } from '../layout/use-edited.ts'
import { useRemoval } from '../layout/use-removal.ts'
import { useRemoveWebApi, webApisQuery } from './web-api-queries.ts'
import { WebApiRow } from './web-api-row.tsx'

const loadDialog = async () => (await import('./web-api-dialog.tsx')).WebApiDialog

export function WebApis() {
  const { data, error, dataUpdatedAt } = useQuery(webApisQuery())
  const { isOpen, round, entry, edit, close } = useEdited<WebApi>()
  const { mutate: remove, isPending } = useRemoveWebApi()
  const removal = useRemoval<WebApi>({
    remove: ({ id }, callbacks) => remove(id, callbacks),
    isPending,
    failed: t('Could not remove the API'),
  })
  return (
    <ListPart
      id="apis"
      title={t('APIs')}
      about={t(
        'Operations of web APIs as tools for your chats, read from an OpenAPI document. Each operation is off until you turn it on here and in a chat, and asks before it runs.',
      )}
      addLabel={t('Add an API')}
      onAdd={() => edit('new')}
      error={error}
      empty={
        <EmptyRow icon={<Braces />} title={t('No APIs yet')}>
          {t('Add one by its OpenAPI document to let models use a service that has no MCP server.')}
        </EmptyRow>
      }
      rows={data?.apis.map((api) => (
        <WebApiRow
          key={api.id}
          api={api}
          nowMs={dataUpdatedAt}
          onEdit={() => edit(api)}
          onRemove={() => removal.ask(api)}
        />
      ))}
    >
      <Loaded
        load={loadDialog}
        isWanted={isOpen}
        props={{ key: round, isOpen, api: entry, onClose: close }}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={t('Remove “{name}”?', { name: removal.shown?.name ?? '' })}
        description={t(
          'Chats can no longer use its operations. Answers that used them stay as they are.',
        )}
        confirmLabel={t('Remove')}
      />
    </ListPart>
  )
}
