import {
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  infiniteQueryOptions,
} from '@tanstack/react-query'
import {
  changeConversation,
  deleteConversation,
  deleteForever,
  emptyChatTrash,
  listConversations,
  restoreConversation,
} from '#api/chat/chat.ts'
import {
  deleteFolder,
  deletePrompt,
  listChatTools,
  listFolders,
  listPrompts,
  putFolder,
  putPrompt,
} from '#api/chat/library.ts'
import { getChatTags } from '#api/chat/tags.ts'
import type { ChangeConversation, Conversation, ConversationPage } from '#contract/chat/chat.ts'
import type { PutPrompt } from '#contract/chat/library.ts'
import { language } from '#lib/language/translate.ts'
import { chatKeys } from '#queries/chat-keys.ts'
import { chatQueries } from '../queries/chat-queries.ts'

export type ConversationFilter = 'active' | 'archived' | 'trash'

const key = (name: string) => [...chatQueries.all, name] as const

export const chatLibraryQueries = {
  pages: (view: ConversationFilter, tag?: string) =>
    infiniteQueryOptions({
      queryKey: [
        ...chatQueries.conversations().queryKey,
        'pages',
        view,
        ...(tag === undefined ? [] : [tag]),
      ],
      initialPageParam: '',
      queryFn: ({ signal, pageParam }) =>
        listConversations(signal, {
          view,
          tag,
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        }),
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  folders: () =>
    queryOptions({ queryKey: chatKeys.folders, queryFn: ({ signal }) => listFolders(signal) }),
  tags: () =>
    queryOptions({
      queryKey: [...chatQueries.conversations().queryKey, 'tags'] as const,
      queryFn: ({ signal }) => getChatTags(signal),
      select: (tags) => tags.toSorted((a, b) => a.name.localeCompare(b.name, language)),
    }),
  prompts: () =>
    queryOptions({
      queryKey: key('prompts'),
      queryFn: ({ signal }) => listPrompts(signal),
      staleTime: 60_000,
    }),
  tools: () =>
    queryOptions({
      queryKey: chatKeys.tools,
      queryFn: ({ signal }) => listChatTools(signal),
      staleTime: 60_000,
    }),
}

type Pages = InfiniteData<ConversationPage, string>

/**
 * Changes a conversation and updates the lists at once. A later update could move a row under the
 * pointer and close its menu.
 */
export function useChangeConversation() {
  const client = useQueryClient()
  const lists = chatQueries.conversations().queryKey
  const mutationKey = chatKeys.change
  return useMutation({
    mutationKey,
    mutationFn: ({ id, change }: { id: string; change: ChangeConversation }) =>
      changeConversation(id, change),
    onMutate: async ({ id, change }) => {
      // The response to an older request would undo the change in the list.
      await client.cancelQueries({ queryKey: lists })
      for (const [queryKey, held] of client.getQueriesData<Pages>({ queryKey: lists })) {
        // Some cached lists are plain arrays without pages.
        if (held === undefined || !('pages' in held)) continue
        const [kind, which] = queryKey.slice(lists.length)
        client.setQueryData<Pages>(
          queryKey,
          mapPages(held, (one) => {
            if (one.id !== id) return one
            const changed = withChange(one, change)
            const leaves =
              (changed.archivedAt !== undefined) !== (which === 'archived') ||
              (kind === 'folder' && changed.folderId !== which)
            return leaves ? undefined : changed
          }),
        )
      }
    },
    onSettled: (_data, _error, { id }) => {
      void client.invalidateQueries({ queryKey: chatQueries.conversation(id).queryKey })
      // The server's lists may lack a change that is still being sent.
      if (client.isMutating({ mutationKey }) > 1) return undefined
      void client.invalidateQueries({ queryKey: chatLibraryQueries.folders().queryKey })
      return client.invalidateQueries({ queryKey: lists })
    },
  })
}

function withChange(one: Conversation, change: ChangeConversation): Conversation {
  const { title = one.title, isPinned, isArchived, folderId } = change
  const now = new Date().toISOString()
  return {
    ...one,
    title,
    ...(isPinned !== undefined && { pinnedAt: isPinned ? now : undefined }),
    ...(isArchived !== undefined && { archivedAt: isArchived ? now : undefined }),
    ...(folderId !== undefined && { folderId: folderId ?? undefined }),
  }
}

export type DeletionTarget = Conversation | 'trash'

export function useChatTrash() {
  const client = useQueryClient()
  const settle = () => client.invalidateQueries({ queryKey: chatQueries.all })
  const remove = useMutation({
    mutationFn: deleteConversation,
    onMutate: (id) =>
      client.setQueryData<Pages>(chatLibraryQueries.pages('active').queryKey, (held) =>
        mapPages(held, (one) => (one.id === id ? undefined : one)),
      ),
    onSettled: settle,
  })
  const forever = useMutation({
    mutationFn: (doomed: DeletionTarget) =>
      doomed === 'trash' ? emptyChatTrash() : deleteForever(doomed.id),
    onSettled: settle,
  })
  const restore = useMutation({ mutationFn: restoreConversation, onSettled: settle })
  return { remove: remove.mutate, restore: restore.mutate, forever }
}

function mapPages(
  held: Pages | undefined,
  change: (conversation: Conversation) => Conversation | undefined,
): Pages | undefined {
  return (
    held && {
      ...held,
      pages: held.pages.map((page) => ({
        ...page,
        conversations: page.conversations.flatMap((one) => change(one) ?? []),
      })),
    }
  )
}

export function useChatLibrary() {
  const client = useQueryClient()
  const refresh = (name: 'folders' | 'prompts') => () =>
    client.invalidateQueries({ queryKey: key(name) })
  const all = () => client.invalidateQueries({ queryKey: chatQueries.all })
  return {
    putFolder: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) => putFolder(id, name),
      onSettled: refresh('folders'),
    }),
    deleteFolder: useMutation({ mutationFn: deleteFolder, onSettled: all }),
    putPrompt: useMutation({
      mutationFn: ({ id, prompt }: { id: string; prompt: PutPrompt }) => putPrompt(id, prompt),
      onSettled: refresh('prompts'),
    }),
    deletePrompt: useMutation({ mutationFn: deletePrompt, onSettled: refresh('prompts') }),
  }
}
