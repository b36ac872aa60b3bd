import { useQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { memo, useState } from 'react'
import { explain } from '#api/errors.ts'
import type { Conversation } from '#contract/chat.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { ConversationRow } from './conversation-row.tsx'
import { groupByDay } from './day-groups.ts'
import { chatQueries, useDeleteConversation } from './queries.ts'

type ConversationListProps = {
  currentId: string | undefined
  onOpen: (id: string) => void
  onNew: () => void
  onDeleted: (id: string) => void
}

/** All conversations by day, with a button for a new one. */
export const ConversationList = memo(function ConversationList({
  currentId,
  onOpen,
  onNew,
  onDeleted,
}: ConversationListProps) {
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(chatQueries.conversations())
  const [doomed, setDoomed] = useState<Conversation>()
  const deletion = useDeleteConversation()
  const groups = groupByDay(data?.conversations ?? [], new Date(dataUpdatedAt))

  const confirm = () => {
    if (!doomed) return
    deletion.mutate(doomed.id, {
      onSuccess: () => onDeleted(doomed.id),
      onError: (failure) =>
        showToast({ title: 'Not deleted.', detail: explain(failure), kind: 'error' }),
      onSettled: () => setDoomed(undefined),
    })
  }

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="p-2.5 pb-1.5">
        <Button className="w-full" icon={<SquarePen aria-hidden />} onClick={onNew}>
          New chat
        </Button>
      </div>
      <nav aria-label="Conversations" className="min-h-0 flex-1 overflow-y-auto px-2.5 pb-4">
        {error && !data && (
          <div className="px-2 py-3 text-ink-muted" role="alert">
            <p>{explain(error)}</p>
            <Button size="sm" className="mt-2" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
        {!isPending && groups.length === 0 && !error && (
          <p className="px-2 py-3 text-ink-faint">Your conversations will stand here.</p>
        )}
        {groups.map(({ name, conversations }) => (
          <section key={name} aria-label={name} className="mt-3 first:mt-1.5">
            <h2 className="px-2 pb-1 text-xs font-medium text-ink-faint">{name}</h2>
            <ul>
              {conversations.map((conversation) => (
                <ConversationRow
                  key={conversation.id}
                  conversation={conversation}
                  isCurrent={conversation.id === currentId}
                  onOpen={onOpen}
                  onDelete={setDoomed}
                />
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <ConfirmDialog
        isOpen={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        onConfirm={confirm}
        title={`Delete “${doomed?.title ?? ''}”?`}
        description="All its messages go with it. This cannot be taken back."
        confirmLabel="Delete"
        isDangerous
        isBusy={deletion.isPending}
      />
    </div>
  )
})
