import { useQuery } from '@tanstack/react-query'
import { Plus, Wrench } from 'lucide-react'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { McpServer } from '#contract/mcp-servers.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { cardClass } from '../layout/card-class.ts'
import { Part } from '../layout/part.tsx'
import { useRemoval } from '../layout/use-removal.ts'
import { mcpServersQuery, useRemoveMcpServer } from './mcp-queries.ts'
import { ServerRow } from './server-row.tsx'
import { useSignInAnswer } from './use-sign-in.ts'

const loadDialog = async () => (await import('./server-dialog.tsx')).ServerDialog

/** Renders the MCP servers whose tools are available in chats. */
export function McpServers() {
  const { data, error, dataUpdatedAt } = useQuery(mcpServersQuery())
  useSignInAnswer()
  /** `new`, or the server that is edited. */
  const [edited, setEdited] = useState<McpServer | 'new'>()
  const [round, setRound] = useState(0)
  const edit = (one: McpServer | 'new') => {
    setEdited(one)
    setRound(round + 1)
  }
  const { mutate: remove, isPending } = useRemoveMcpServer()
  const removal = useRemoval<McpServer>({
    remove: ({ id }, callbacks) => remove(id, callbacks),
    isPending,
    failed: 'Could not remove the server',
  })
  return (
    <Part
      title="MCP servers"
      about="Tools from other programs, for your chats. Each tool is off until you turn it on here and in a chat, and asks before it runs."
      action={
        <Button icon={<Plus aria-hidden />} onClick={() => edit('new')}>
          Add a server
        </Button>
      }
    >
      {error && !data && (
        <p role="alert" className="text-danger">
          {explainError(error)}
        </p>
      )}
      {data?.servers.length === 0 && (
        <div className={cardClass}>
          <EmptyState icon={<Wrench />} title="No MCP servers yet">
            Add one by its address to let models search your files, use your trackers, and more.
          </EmptyState>
        </div>
      )}
      {data && data.servers.length > 0 && (
        <ul aria-label="MCP servers" className={cardClass}>
          {data.servers.map((server) => (
            <ServerRow
              key={server.id}
              server={server}
              nowMs={dataUpdatedAt}
              onEdit={() => edit(server)}
              onRemove={() => removal.ask(server)}
            />
          ))}
        </ul>
      )}
      <Loaded
        load={loadDialog}
        isWanted={edited !== undefined}
        props={{
          key: round,
          isOpen: edited !== undefined,
          server: edited === 'new' ? undefined : edited,
          takesCommands: data?.takesCommands ?? false,
          onClose: () => setEdited(undefined),
        }}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove “${removal.shown?.name ?? ''}”?`}
        description="Chats can no longer use its tools. Answers that used them stay as they are."
        confirmLabel="Remove"
      />
    </Part>
  )
}
