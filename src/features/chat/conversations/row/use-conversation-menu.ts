import { useCallback, useMemo, useState } from 'react'
import type { ChangeConversation, Conversation } from '#contract/chat/chat.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { useLatest } from '#ui/actions/use-latest.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import {
  useChangeConversation,
  useChatTrash,
  type ConversationFilter,
  type DeletionTarget,
} from '../library-queries.ts'
import { useCopyChat } from '../use-copy-chat.ts'

/**
 * Actions on conversations in a list. The object changes only with `view`, `moved`, `tagged` or
 * `doomed`, so that rows do not re-render.
 */
export type ConversationMenu = {
  view: ConversationFilter
  change: (conversation: Conversation, change: ChangeConversation) => void
  archive: (conversation: Conversation) => void
  copy: (conversation: Conversation) => void
  remove: (conversation: Conversation) => void
  restore: (conversation: Conversation) => void
  move: (conversation: Conversation | undefined) => void
  moved: Conversation | undefined
  tag: (conversation: Conversation | undefined) => void
  tagged: Conversation | undefined
  doom: (doomed: DeletionTarget | undefined) => void
  doomed: DeletionTarget | undefined
}

const undoMs = 8_000

/**
 * Returns the actions of a row's menu. Only permanent deletion needs a confirmation, because other
 * actions can be undone.
 */
export function useConversationMenu(options: {
  view: ConversationFilter
  onGone: (id: string) => void
}): ConversationMenu {
  const { view, onGone } = options
  const [moved, move] = useState<Conversation>()
  const [tagged, tag] = useState<Conversation>()
  const [doomed, doom] = useState<DeletionTarget>()
  const { mutate } = useChangeConversation()
  const { remove, restore } = useChatTrash()
  const { copyChat } = useLatest({ copyChat: useCopyChat() })

  const change = useCallback(
    ({ id }: Conversation, wanted: ChangeConversation) =>
      mutate({ id, change: wanted }, { onError: reportFailure(t('Could not update the chat.')) }),
    [mutate],
  )
  return useMemo(
    () => ({
      view,
      moved,
      move,
      tagged,
      tag,
      doomed,
      doom,
      change,
      copy: ({ id }) => void copyChat(id),
      archive(conversation) {
        const { id, archivedAt } = conversation
        const isArchived = archivedAt === undefined
        mutate(
          { id, change: { isArchived } },
          {
            onError: reportFailure(t('Could not update the chat.')),
            onSuccess: () => {
              if (isArchived) onGone(id)
              showToast({
                title: isArchived ? t('Archived.') : t('Unarchived.'),
                durationMs: undoMs,
                action: {
                  label: t('Undo'),
                  onSelect: () => mutate({ id, change: { isArchived: !isArchived } }),
                },
              })
            },
          },
        )
      },
      remove({ id, title }) {
        remove(id, {
          onError: reportFailure(t('Could not delete the chat.')),
          onSuccess: () => {
            onGone(id)
            showToast({
              title: t('“{title}” moved to the trash.', { title: title.slice(0, 40) }),
              durationMs: undoMs,
              action: {
                label: t('Undo'),
                onSelect: () =>
                  restore(id, { onError: reportFailure(t('Could not restore the chat.')) }),
              },
            })
          },
        })
      },
      restore: ({ id }) =>
        restore(id, { onError: reportFailure(t('Could not restore the chat.')) }),
    }),
    [view, moved, tagged, doomed, change, copyChat, mutate, remove, restore, onGone],
  )
}
