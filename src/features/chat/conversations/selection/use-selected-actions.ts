import { useQueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { changeConversation, deleteConversation, restoreConversation } from '#api/chat/chat.ts'
import type { ChangeConversation, Conversation } from '#contract/chat/chat.ts'
import { explainError } from '#lib/explain.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import { chatQueries } from '../../queries/chat-queries.ts'

const requestsMax = 4
const undoMs = 8_000

type Action = {
  run: (conversation: Conversation) => Promise<unknown>
  undo?: (conversation: Conversation) => Promise<unknown>
  /** Describes the result, such as `3 chats archived.` */
  describe: (count: string) => string
}

export const formatChats = (count: number): string =>
  t('{count, plural, one {# chat} other {# chats}}', { count })

/** Returns actions on several conversations, each with one request per conversation. */
export function useSelectedActions() {
  const client = useQueryClient()
  const settle = () => client.invalidateQueries({ queryKey: chatQueries.all })

  async function runAll(
    chosen: readonly Conversation[],
    run: Action['run'],
  ): Promise<{ done: Conversation[]; failures: unknown[] }> {
    const limit = pLimit(requestsMax)
    const done: Conversation[] = []
    const failures: unknown[] = []
    await Promise.all(
      chosen.map((one) =>
        limit(async () => {
          try {
            await run(one)
            done.push(one)
          } catch (error) {
            failures.push(error)
          }
        }),
      ),
    )
    await settle()
    if (failures.length > 0) {
      showToast({
        kind: 'error',
        title: t('{failuresCount} could not be changed.', {
          failuresCount: formatChats(failures.length),
        }),
        detail: explainError(failures[0]),
      })
    }
    return { done, failures }
  }

  async function act(chosen: readonly Conversation[], action: Action): Promise<Conversation[]> {
    const { done } = await runAll(chosen, action.run)
    const { undo } = action
    if (done.length > 0) {
      showToast({
        title: action.describe(formatChats(done.length)),
        durationMs: undoMs,
        ...(undo && { action: { label: t('Undo'), onSelect: () => void runAll(done, undo) } }),
      })
    }
    return done
  }

  const change = (
    chosen: readonly Conversation[],
    toChange: (conversation: Conversation) => ChangeConversation,
    describe: Action['describe'],
  ) =>
    act(chosen, {
      run: (one) => changeConversation(one.id, toChange(one)),
      undo: (one) => {
        const { isArchived, folderId, tags } = toChange(one)
        return changeConversation(one.id, {
          ...(isArchived !== undefined && { isArchived: one.archivedAt !== undefined }),
          ...(folderId !== undefined && { folderId: one.folderId ?? null }),
          ...(tags && { tags: one.tags ?? [] }),
        })
      },
      describe,
    })

  return {
    change,
    remove: (chosen: readonly Conversation[]) =>
      act(chosen, {
        run: ({ id }) => deleteConversation(id),
        undo: ({ id }) => restoreConversation(id),
        describe: (count) => t('{count} moved to the trash.', { count }),
      }),
    restore: (chosen: readonly Conversation[]) =>
      act(chosen, {
        run: ({ id }) => restoreConversation(id),
        describe: (count) => t('{count} restored.', { count }),
      }),
  }
}
