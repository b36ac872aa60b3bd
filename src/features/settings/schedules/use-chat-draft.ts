import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getConversation } from '#api/chat/chat.ts'
import type { ConversationDetail, Message } from '#contract/chat/chat.ts'
import { chatKeys } from '#queries/chat-keys.ts'
import { t } from '#languages/settings.ts'
import { createScheduleDraft, type ScheduleDraft } from './schedule-draft.ts'

/**
 * Returns a form with the last question of a chat, its model, tools and folder. Returns undefined
 * until the chat is loaded.
 */
export function useChatDraft(conversationId: string | null): ScheduleDraft | undefined {
  const [draft, setDraft] = useState<{ of: string; draft: ScheduleDraft }>()
  const { data } = useQuery({
    queryKey: [...chatKeys.schedules, 'from', conversationId],
    queryFn: ({ signal }) => getConversation(conversationId ?? '', signal),
    enabled: conversationId !== null,
  })
  if (conversationId === null) return undefined
  if (data && draft?.of !== conversationId) {
    setDraft({ of: conversationId, draft: toDraft(data) })
  }
  return draft?.of === conversationId ? draft.draft : undefined
}

function toDraft({ conversation, settings, messages }: ConversationDetail): ScheduleDraft {
  const { title, modelId = '', folderId } = conversation
  const question = findLastQuestion(messages, conversation.leafId)
  const files = question?.attachments?.length ?? 0
  return {
    ...createScheduleDraft(),
    name: title.slice(0, 100),
    question: question?.text ?? '',
    modelId,
    ...(folderId !== undefined && { folderId }),
    ...(settings?.tools && { tools: settings.tools }),
    leftOut: [
      ...(settings?.systemPrompt ? [t('its instructions')] : []),
      ...(settings?.params ? [t('its parameters')] : []),
      ...(files > 0 ? [t('{files, plural, one {# file} other {# files}}', { files })] : []),
    ],
  }
}

function findLastQuestion(
  messages: ConversationDetail['messages'],
  leafId?: string,
): Message | undefined {
  const byId = new Map(messages.map((message) => [message.id, message]))
  let at = byId.get(leafId ?? '') ?? messages.at(-1)
  while (at && at.role !== 'user') at = byId.get(at.parentId ?? '')
  return at
}
