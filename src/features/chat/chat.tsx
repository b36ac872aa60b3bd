import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { explain } from '#api/errors.ts'
import type { Message } from '#contract/chat.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { useCommands } from '#ui/actions/commands.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { Announcer } from './thread/announcer.tsx'
import { chatCommands } from './chat-commands.tsx'
import { ChatDialogs, prepareChatDialogs } from './chat-dialogs.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ComparedBadge } from './compare/compared-badge.tsx'
import { Composer, type ComposerHandle, type Draft } from './composer/composer.tsx'
import { historyTokens } from './composer/context-size.ts'
import { ConversationList } from './conversations/conversation-list.tsx'
import { ConversationProblem } from './thread/conversation-problem.tsx'
import { Drawer } from './conversations/drawer.tsx'
import { DropHint } from './attachments/drop-hint.tsx'
import { ModelPicker } from './models/model-picker.tsx'
import { QueueList } from './composer/queue-list.tsx'
import { readReadAloud, saveReadAloud } from './thread/read-aloud.ts'
import { createScrollKeeper } from './thread/scroll-keeper.ts'
import { Starters } from './thread/starters.tsx'
import { EditedContext, ThreadActionsContext } from './thread/thread-actions.ts'
import type { ThreadHandle } from './thread/thread-handle.ts'
import { useChatDialogs } from './use-chat-dialogs.ts'
import { useShortcuts } from './shortcuts/shortcuts.ts'
import { useChatKeys } from './use-chat-keys.ts'
import { useChatModels } from './models/use-chat-models.ts'
import { useConversation } from './use-conversation.ts'
import { useFileDrop } from './composer/use-file-drop.ts'
import { useIsBusy } from './runs/use-is-busy.ts'
import { useLatest } from './use-latest.ts'
import { useSettings } from './use-settings.ts'
import { useSlashCommands } from './prompts/use-slash-commands.tsx'
import { useThreadState } from './thread/use-thread-state.ts'
import { useStepping } from './thread/use-stepping.ts'
import { useWantedMessage } from './thread/use-wanted-message.ts'

type ChatProps = {
  /** Absent: a conversation that begins with its first question. */
  conversationId?: string | undefined
}

const loadThread = async () => (await import('./thread/thread-view.tsx')).Thread
/** Who types will want to read an answer. */
function prepareThread(): void {
  // A failure comes up again, and is shown, when there is a thread.
  loadThread().catch(() => {})
}

const loadFindBar = async () => (await import('./thread/find/find-bar.tsx')).FindBar
const loadComparison = async () => (await import('./compare/comparison.tsx')).Comparison

const fail = (title: string) => (error: unknown) => {
  showToast({ title, detail: explain(error), kind: 'error' })
}

/** Conversations on the left, the open one with its composer on the right. Fills its parent. */
export function Chat({ conversationId }: ChatProps) {
  const [, navigate] = useLocation()
  const [isListOpen, setIsListOpen] = useState(false)
  const [isReadAloud, setIsReadAloud] = useState(readReadAloud)
  const [comparedIds, setComparedIds] = useState<readonly string[]>([])
  const view = useThreadState(conversationId)
  const [keeper] = useState(createScrollKeeper)
  const composer = useRef<ComposerHandle>(null)
  const thread = useRef<ThreadHandle>(null)
  const dialogs = useChatDialogs()
  const chat = useConversation(conversationId)
  const { live, lives, runs, turns, conversation, waiting, outbox } = chat
  const models = useChatModels({ id: conversationId, modelId: conversation?.modelId })
  const settings = useSettings(conversationId, chat.settings, chat.reload)
  const lastStatus = turns.at(-1)?.message.run?.status
  const isRunning = useIsBusy(lives) || lastStatus === 'running' || lastStatus === 'waiting'
  const queued = waiting.filter(({ request }) => request.runId !== live?.runId)

  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another conversation is the reason.
  useEffect(() => keeper.follow(), [keeper, conversationId])

  // The question that was asked here last goes to the top, and its answer fills what is below.
  const askedId = live?.request && !live.request.isContinuation ? live.answer.parentId : undefined
  useEffect(() => {
    if (askedId !== undefined) keeper.anchor(askedId)
  }, [keeper, askedId])

  useWantedMessage(conversationId, chat, thread)
  useStepping(thread, keeper)

  const begin = () => {
    setIsListOpen(false)
    navigate('/chat')
    composer.current?.focus()
  }
  const went = (id: string) => {
    if (id !== conversationId) navigate(`/chat/${id}`, { replace: true })
  }
  const ask = (draft: Draft, parentId: string | undefined) => {
    if (models.modelId === undefined) return
    const question = { ...draft, parentId, settings: settings.toSend }
    if (comparedIds.length > 1 && !isRunning) {
      const asked = chat.askSeveral(question, comparedIds)
      view.compare(asked.questionId, asked.id)
      went(asked.id)
    } else if (outbox.isFull()) {
      showToast({ title: 'Too many messages are waiting already.', kind: 'error' })
    } else went(chat.ask(question, models.modelId))
  }
  const callbacks = useLatest({
    send: (draft: Draft) => ask(draft, turns.at(-1)?.message.id),
    start: (text: string) => ask({ text, attachments: [] }, turns.at(-1)?.message.id),
    askAgain: ({ parentId, run }: Message, modelId?: string) => {
      const id = modelId ?? models.modelId ?? run?.modelId
      if (parentId !== undefined && id !== undefined && !isRunning) chat.answerAgain(parentId, id)
    },
    askAnother: (answer: Message) => dialogs.open({ kind: 'another', answer }),
    goOn: (answer: Message) => {
      const modelId = answer.run?.modelId ?? models.modelId
      if (modelId !== undefined && !isRunning) chat.goOn(answer, modelId)
    },
    retry: () => live && runs.retry(live),
    takeBack: () => {
      if (!live?.question) return
      const { text, attachments = [] } = live.question
      outbox.remove(live.runId)
      runs.release(live)
      composer.current?.fill({ text, attachments })
    },
    choose: chat.choose,
    compare: (questionId: string | undefined) => view.compare(questionId),
    edit: view.edit,
    sendEdited: ({ parentId, attachments = [] }: Message, text: string) => {
      view.edit(undefined)
      ask({ text, attachments }, parentId)
    },
    keepEdited: (message: Message, text: string) => {
      view.edit(undefined)
      chat.keep(message, text).catch(fail('Could not save your edit.'))
    },
    editLast: () => {
      const last = turns.findLast(({ message }) => message.role === 'user')
      if (last && !isRunning) view.edit(last.message.id)
    },
    stop: () => {
      for (const one of lives) runs.stop(one).catch(fail('Could not stop the answer.'))
    },
    open: (id: string, messageId?: string) => {
      setIsListOpen(false)
      navigate(messageId === undefined ? `/chat/${id}` : `/chat/${id}#${messageId}`)
    },
    begin,
    gone: (id: string) => id === conversationId && begin(),
    showList: () => setIsListOpen(true),
    find: () => view.find(true),
    closeFind: () => {
      view.find(false)
      composer.current?.focus()
    },
    readAloud: (isOn: boolean) => {
      setIsReadAloud(isOn)
      saveReadAloud(isOn)
    },
    openModel: () => dialogs.open({ kind: 'model' }),
    openCompare: () => dialogs.open({ kind: 'compare' }),
    openSettings: () => dialogs.open({ kind: 'settings' }),
    openPrompts: () => dialogs.open({ kind: 'prompts' }),
    openImport: () => dialogs.open({ kind: 'import' }),
    openShortcuts: () => dialogs.open({ kind: 'shortcuts' }),
    fill: (text: string) => composer.current?.fill({ text, attachments: [] }),
  })
  const { nameOfModel } = models
  const actions = useMemo(
    () => ({ ...callbacks, isBusy: isRunning, nameOfModel }),
    [callbacks, isRunning, nameOfModel],
  )
  const hasTurns = turns.length > 0
  const shortcuts = useShortcuts()
  useCommands(
    useMemo(
      () => chatCommands(callbacks, { conversationId, hasTurns, isRunning, shortcuts }),
      [callbacks, conversationId, hasTurns, isRunning, shortcuts],
    ),
  )
  const slashCommands = useSlashCommands(callbacks, dialogs.open)
  useChatKeys({
    onStop: () => {
      if (isRunning) callbacks.stop()
      return isRunning
    },
    onFind: () => {
      if (!hasTurns || view.isFindWanted) return false
      callbacks.find()
      return true
    },
    onWrite: () => composer.current?.focus(),
    onNew: callbacks.begin,
    onOther: (kind) => dialogs.open({ kind }),
  })
  const drop = useFileDrop((files) => composer.current?.addFiles(files))
  const tokens = useMemo(
    () => historyTokens(turns, settings.current.systemPrompt),
    [turns, settings.current.systemPrompt],
  )
  const shownAnswer = turns.find(({ message }) => message.parentId === view.comparedQuestionId)
  const comparison = view.comparedQuestionId !== undefined && shownAnswer && (
    <Loaded
      load={loadComparison}
      props={{
        answers: chat.messages.filter(
          ({ parentId, role }) => parentId === view.comparedQuestionId && role === 'assistant',
        ),
        lives,
        chosenId: shownAnswer.message.id,
        onChoose: callbacks.choose,
        onClose: () => view.compare(undefined),
      }}
    />
  )
  const title = conversation?.title ?? turns[0]?.message.text.slice(0, 80)

  const list = (
    <ConversationList
      currentId={conversationId}
      onOpen={callbacks.open}
      onNew={callbacks.begin}
      onImport={callbacks.openImport}
      onGone={callbacks.gone}
    />
  )
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
        className="relative flex min-w-0 flex-1 flex-col"
        onInput={prepareThread}
        {...drop.handlers}
      >
        <ChatHeader
          title={title}
          conversationId={conversationId}
          hasSettings={settings.isSet}
          isReadAloud={isReadAloud}
          onReadAloud={callbacks.readAloud}
          onList={callbacks.showList}
          onNew={callbacks.begin}
          onFind={callbacks.find}
          onSettings={callbacks.openSettings}
          onCompare={callbacks.openCompare}
          onPrompts={callbacks.openPrompts}
          onImport={callbacks.openImport}
        />
        {chat.error ? (
          <ConversationProblem error={chat.error} onRetry={chat.reload} onNew={callbacks.begin} />
        ) : (
          <>
            {!hasTurns && !chat.isLoading ? (
              <Starters models={models} onAsk={callbacks.start} />
            ) : (
              <ThreadActionsContext value={actions}>
                <EditedContext value={view.editedId}>
                  <Loaded
                    load={loadThread}
                    props={{
                      ref: thread,
                      turns,
                      lives,
                      isLoading: chat.isLoading,
                      keeper,
                      comparison: comparison || undefined,
                      comparedQuestionId: view.comparedQuestionId,
                      children: view.isFindWanted && (
                        <Loaded
                          load={loadFindBar}
                          props={{
                            turns,
                            thread: () => thread.current,
                            onClose: callbacks.closeFind,
                          }}
                        />
                      ),
                    }}
                    fallback={<div className="flex-1" />}
                  />
                </EditedContext>
              </ThreadActionsContext>
            )}
            <Composer
              ref={composer}
              conversationId={conversationId}
              isRunning={isRunning}
              cannotSend={models.cannotSend}
              model={models.model}
              historyTokens={tokens}
              commands={slashCommands}
              picker={
                comparedIds.length > 1 ? (
                  <ComparedBadge
                    count={comparedIds.length}
                    onOpen={callbacks.openCompare}
                    onStop={() => setComparedIds([])}
                  />
                ) : (
                  <ModelPicker
                    models={models}
                    onOpen={callbacks.openModel}
                    onPrepare={prepareChatDialogs}
                  />
                )
              }
              queue={
                <QueueList
                  waiting={queued}
                  onEdit={outbox.edit}
                  onSendNow={outbox.sendNow}
                  onRemove={outbox.remove}
                />
              }
              onSend={callbacks.send}
              onStop={callbacks.stop}
              onEditLast={callbacks.editLast}
            />
          </>
        )}
        {drop.isOver && <DropHint />}
        <Announcer live={live} isReadAloud={isReadAloud} />
        <ChatDialogs
          dialogs={dialogs}
          models={models}
          settings={settings.current}
          onSettings={settings.save}
          onAnother={chat.answerAgain}
          comparedIds={comparedIds}
          onCompare={setComparedIds}
          onPrompt={callbacks.fill}
        />
      </section>
    </div>
  )
}
