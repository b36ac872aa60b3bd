import { useQuery } from '@tanstack/react-query'
import Wrench from 'lucide-react/icons/wrench'
import type { McpServer } from '#contract/mcp-servers.ts'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { ListPart } from '../layout/list-part.tsx'
import { useEdited } from '../layout/use-edited.ts'
import { useRemoval } from '../layout/use-removal.ts'
import { mcpServersQuery, useRemoveMcpServer } from './mcp-queries.ts'
import { ServerRow } from './server-row.tsx'
import { useSignInAnswer } from './use-sign-in.ts'

const loadDialog = async () => (await import('./server-dialog.tsx')).ServerDialog

export function McpServers() {
  const { data, error, dataUpdatedAt } = useQuery(mcpServersQuery())
  useSignInAnswer()
  const { isOpen, round, entry, edit, close } = useEdited<McpServer>()
  const { mutate: remove, isPending } = useRemoveMcpServer()
  const removal = useRemoval<McpServer>({
    remove: ({ id }, callbacks) => remove(id, callbacks),
    isPending,
    failed: t('Could not remove the server'),
  })
  return (
    <ListPart
      id="mcp-servers"
      title={t('MCP servers')}
      about={t(
        'Tools from other programs, for your chats. Each tool is off until you turn it on here and in a chat, and asks before it runs.',
      )}
      addLabel={t('Add a server')}
      onAdd={() => edit('new')}
      error={error}
      empty={
        <EmptyRow icon={<Wrench />} title={t('No MCP servers yet')}>
          {t(
            'Add one by its address to let models search your files, use your trackers, and more.',
          )}
        </EmptyRow>
      }
      rows={data?.servers.map((server) => (
        <ServerRow
          key={server.id}
          server={server}
          nowMs={dataUpdatedAt}
          onEdit={() => edit(server)}
          onRemove={() => removal.ask(server)}
        />
      ))}
    >
      <Loaded
        load={loadDialog}
        isWanted={isOpen}
        props={{
          key: round,
          isOpen,
          server: entry,
          takesCommands: data?.takesCommands ?? false,
          onClose: close,
        }}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={t('Remove “{name}”?', { name: removal.shown?.name ?? '' })}
        description={t(
          'Chats can no longer use its tools. Answers that used them stay as they are.',
        )}
        confirmLabel={t('Remove')}
      />
    </ListPart>
  )
}
