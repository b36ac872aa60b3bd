import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { explain } from '#api/errors.ts'
import { showToast } from '#ui/toasts.ts'
import { Announcer } from './announcer.tsx'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationProblem } from './conversation-problem.tsx'
import { saveDraft } from './draft.ts'
import { Drawer } from './drawer.tsx'
import { ModelPicker } from './model-picker.tsx'
import { createScrollKeeper } from './scroll-keeper.ts'
import { Starters } from './starters.tsx'
import { ThreadActionsContext } from './thread-actions.ts'
import { Thread } from './thread-view.tsx'
import { useIsRunning } from './use-answer.ts'
import { useChatModels } from './use-chat-models.ts'
import { useConversation } from './use-conversation.ts'
import { useLatest } from './use-latest.ts'

type ChatProps = {
  /** Absent: a conversation that begins with its first question. */
  conversationId?: string | undefined
}

const goOnText = 'Please go on exactly where you stopped.'

/** Conversations on the left, the open one with its composer on the right. Fills its parent. */
export function Chat({ conversationId }: ChatProps) {
  const [, navigate] = useLocation()
  const [isListOpen, setIsListOpen] = useState(false)
  const [draftVersion, setDraftVersion] = useState(0)
  const [keeper] = useState(createScrollKeeper)
  const chat = useConversation(conversationId)
  const { live, runs, turns, conversation } = chat
  const models = useChatModels({ id: conversationId, modelId: conversation?.modelId })
  const isBusy = useIsRunning(live) || turns.at(-1)?.message.run?.status === 'running'

  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another conversation is the reason.
  useEffect(() => keeper.follow(), [keeper, conversationId])

  const begin = () => {
    setIsListOpen(false)
    navigate('/chat')
  }
  const ask = (parentId: string | undefined, text?: string) => {
    if (models.modelId === undefined || isBusy) return
    const question = text === undefined ? {} : { text }
    const id = chat.ask({ modelId: models.modelId, parentId, ...question })
    if (id !== conversationId) navigate(`/chat/${id}`, { replace: true })
    keeper.follow()
  }
  const callbacks = useLatest({
    send: (text: string) => ask(turns.at(-1)?.message.id, text),
    askAgain: (answer: { parentId?: string | undefined }) => ask(answer.parentId),
    goOn: (answer: { id: string }) => ask(answer.id, goOnText),
    retry: () => live && runs.retry(live),
    takeBack: () => {
      if (!live?.question) return
      saveDraft(conversationId, live.question.text)
      runs.release(live)
      setDraftVersion((version) => version + 1)
    },
    choose: chat.choose,
    stop: () => {
      if (!live) return
      runs
        .stop(live)
        .catch((error: unknown) =>
          showToast({ title: 'Could not stop the answer.', detail: explain(error), kind: 'error' }),
        )
    },
    open: (id: string) => {
      setIsListOpen(false)
      navigate(`/chat/${id}`)
    },
    begin,
    deleted: (id: string) => id === conversationId && begin(),
    showList: () => setIsListOpen(true),
  })
  const { nameOfModel } = models
  const actions = useMemo(
    () => ({ ...callbacks, isBusy, nameOfModel }),
    [callbacks, isBusy, nameOfModel],
  )

  const list = (
    <ConversationList
      currentId={conversationId}
      onOpen={callbacks.open}
      onNew={callbacks.begin}
      onDeleted={callbacks.deleted}
    />
  )
  const picker = <ModelPicker models={models} />
  return (
    <div className="flex h-full min-h-0 w-full">
      <aside
        aria-label="Conversations"
        className="hidden w-64 shrink-0 border-r border-line bg-surface-sunken lg:block"
      >
        {list}
      </aside>
      <Drawer isOpen={isListOpen} onClose={() => setIsListOpen(false)} label="Conversations">
        {list}
      </Drawer>
      <section
        aria-label="Conversation"
        inert={isListOpen}
        className="flex min-w-0 flex-1 flex-col"
      >
        <ChatHeader
          title={conversation?.title ?? turns[0]?.message.text.slice(0, 80)}
          onList={callbacks.showList}
          onNew={callbacks.begin}
        />
        {chat.error ? (
          <ConversationProblem error={chat.error} onRetry={chat.reload} onNew={callbacks.begin} />
        ) : (
          <>
            {turns.length === 0 && !chat.isLoading ? (
              <Starters models={models} onAsk={callbacks.send} />
            ) : (
              <ThreadActionsContext value={actions}>
                <Thread turns={turns} live={live} isLoading={chat.isLoading} keeper={keeper} />
              </ThreadActionsContext>
            )}
            <Composer
              key={draftVersion}
              conversationId={conversationId}
              isRunning={isBusy}
              cannotSend={models.cannotSend}
              picker={picker}
              onSend={callbacks.send}
              onStop={callbacks.stop}
            />
          </>
        )}
        <Announcer live={live} />
      </section>
    </div>
  )
}
