import { useMemo, useState, useCallback, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { isRunActive } from '#contract/chat/chat.ts'
import { shownMentions } from '#lib/links/model-mention.ts'
import { t } from '#languages/app.ts'
import { historyTokens } from './composer/context-size.ts'
import { useSharedChat } from './composer/use-shared-chat.ts'
import { useChatDialogs } from './dialogs/use-chat-dialogs.ts'
import { useChatModels } from './models/use-chat-models.ts'
import type { FollowedRun } from './runs/followed-run.ts'
import { useThreadState } from './thread/use-thread-state.ts'
import { useConversation } from './use-conversation.ts'
import { useSettings } from './use-settings.ts'

/** Models that answer side by side, and their conversation. `in` is undefined for a new chat. */
type Compared = { in: string | undefined; ids: readonly string[] }

const none: readonly string[] = []

/** Returns the state of a chat, grouped by the part of the page that uses the state. */
export function useChatState(conversationId: string | undefined) {
  const chat = useConversation(conversationId)
  const shared = useSharedChat(conversationId)
  const { conversation, turns } = chat
  const trashedId = conversation?.deletedAt && conversationId
  const isReadOnly = trashedId !== undefined || shared?.role === 'viewer'
  const [first] = turns
  const thread = useChatThread({
    conversationId,
    chat,
    isReadOnly,
    isShared: shared !== undefined,
  })
  return {
    thread,
    question: useNextQuestion(conversationId, chat, thread.isRunning),
    dialogs: useChatDialogs(),
    shared,
    trashedId,
    title: chat.error
      ? undefined
      : (conversation?.title ?? (first && shownMentions(first.message.text).slice(0, 80))),
  }
}

type ThreadOptions = {
  conversationId: string | undefined
  chat: ReturnType<typeof useConversation>
  isReadOnly: boolean
  isShared: boolean
}

function useChatThread({ conversationId, chat, isReadOnly, isShared }: ThreadOptions) {
  const { lives, turns } = chat
  const lastStatus = turns.at(-1)?.message.run?.status
  const isBusy = useIsBusy(lives)
  return {
    conversationId,
    chat,
    view: useThreadState(conversationId),
    isReadOnly,
    isShared,
    isRunning: isBusy || lastStatus === 'running' || lastStatus === 'waiting',
    hasTurns: turns.length > 0,
  }
}

export type ChatThread = ReturnType<typeof useChatThread>

function useNextQuestion(
  conversationId: string | undefined,
  chat: ThreadOptions['chat'],
  isRunning: boolean,
) {
  const { conversation, turns, summaries } = chat
  const models = useChatModels({ id: conversationId, modelId: conversation?.modelId })
  const settings = useSettings(conversationId, chat.settings, chat.reload)
  const { systemPrompt } = settings.current
  const [, folderId] = /\bfolder=(\w+)/.exec(useSearch()) ?? []
  const [compared, setCompared] = useState<Compared>()
  const comparedIds = compared?.in === conversationId ? (compared?.ids ?? none) : none
  // A queued question is answered by a single model.
  const tooEarly = isRunning && comparedIds.length > 1 ? t('Wait for this answer first') : undefined
  const cannotSend = models.cannotSend ?? (chat.isReady ? tooEarly : t('Loading…'))
  return {
    models: { ...models, cannotSend },
    settings,
    comparedIds,
    setComparedIds: (ids: readonly string[]) => setCompared({ in: conversationId, ids }),
    /**
     * Moves the choices made in a new chat to its conversation, so that the next new chat starts
     * without these choices.
     */
    begun: (id: string) => {
      models.begun(id)
      settings.begun(id)
      setCompared((held) => (held && held.in === undefined ? { ...held, in: id } : held))
    },
    folderId: conversationId === undefined ? folderId : undefined,
    historyTokens: useMemo(
      () => historyTokens(turns, { systemPrompt, summaries }),
      [turns, systemPrompt, summaries],
    ),
  }
}

export type NextQuestion = ReturnType<typeof useNextQuestion>

/** Returns whether any of these runs is active. Does not render again on each delta. */
function useIsBusy(lives: readonly FollowedRun[]): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const leave = lives.map(({ store }) => store.subscribe(listener))
      return () => leave.forEach((one) => one())
    },
    [lives],
  )
  const read = () => lives.some(({ store }) => isRunActive(store.getSnapshot()))
  return useSyncExternalStore(subscribe, read, read)
}
