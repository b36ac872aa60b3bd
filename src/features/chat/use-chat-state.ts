import { useMemo, useState, useCallback, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { isRunActive } from '#contract/chat/chat.ts'
import { shownMentions } from '#lib/links/model-mention.ts'
import { historyTokens } from './composer/context-size.ts'
import { useSharedChat } from './composer/use-shared-chat.ts'
import { useChatDialogs } from './dialogs/use-chat-dialogs.ts'
import { useChatModels } from './models/use-chat-models.ts'
import type { FollowedRun } from './runs/followed-run.ts'
import { useThreadState } from './thread/use-thread-state.ts'
import { useConversation } from './use-conversation.ts'
import { useSettings } from './use-settings.ts'

export function useChatState(conversationId: string | undefined) {
  const chat = useConversation(conversationId)
  const { conversation, lives, turns } = chat
  const shared = useSharedChat(conversationId)
  const trashedId = conversation?.deletedAt && conversationId
  const [first] = turns
  const models = useChatModels({ id: conversationId, modelId: conversation?.modelId })
  const cannotSend = models.cannotSend ?? (chat.isReady ? undefined : 'Loading…')
  const settings = useSettings(conversationId, chat.settings, chat.reload)
  const view = useThreadState(conversationId)
  const dialogs = useChatDialogs()
  const [, folderId] = /\bfolder=(\w+)/.exec(useSearch()) ?? []
  const [comparedIds, setComparedIds] = useState<readonly string[]>([])
  const lastStatus = turns.at(-1)?.message.run?.status
  const isBusy = useIsBusy(lives)
  const tokens = useMemo(
    () => historyTokens(turns, settings.current.systemPrompt),
    [turns, settings.current.systemPrompt],
  )

  return {
    conversationId,
    chat,
    models: { ...models, cannotSend },
    settings,
    view,
    dialogs,
    /**
     * Models that answer the next question side by side. With fewer than two, only the selected
     * model answers.
     */
    comparedIds,
    setComparedIds,
    shared,
    trashedId,
    isReadOnly: trashedId !== undefined || shared?.role === 'viewer',
    isRunning: isBusy || lastStatus === 'running' || lastStatus === 'waiting',
    folderId: conversationId === undefined ? folderId : undefined,
    hasTurns: turns.length > 0,
    historyTokens: tokens,
    title: chat.error
      ? undefined
      : (conversation?.title ?? (first && shownMentions(first.message.text).slice(0, 80))),
  }
}

export type ChatState = ReturnType<typeof useChatState>

/** Returns whether any of these runs is active. Does not render again on each delta. */
function useIsBusy(lives: readonly FollowedRun[]): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const leave = lives.map(({ store }) => store.subscribe(listener))
      return () => leave.forEach((one) => one())
    },
    [lives],
  )
  return useSyncExternalStore(subscribe, () =>
    lives.some(({ store }) => isRunActive(store.getSnapshot())),
  )
}
