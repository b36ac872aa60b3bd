import { useRef, useState } from 'react'
import { isTouchFirst } from '#lib/browser/send-key.ts'
import { formatMention } from '#lib/links/model-mention.ts'
import { useLatest } from '#ui/actions/use-latest.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { useAfterPaint } from '#ui/layout/use-after-paint.ts'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/app.ts'
import { ChatBody } from './chat-body.tsx'
import { ChatHeader } from './chat-header.tsx'
import type { ComposerHandle } from './composer/use-composer-handle.ts'
import { useFileDrop } from './composer/use-file-drop.ts'
import type { SlashCommand } from './prompts/slash.ts'
import { loadConversationView } from './load-conversation-view.ts'
import { ConversationsPanel } from './conversations-panel.tsx'
import { ChatDialogs } from './dialogs/chat-dialogs.tsx'
import { useServerOffers } from './mcp-commands/use-server-offers.tsx'
import { WithPreview } from './preview/with-preview.tsx'
import { readAloudSetting } from './thread/read-aloud.ts'
import { useAsking, type Asking } from './use-asking.ts'
import { useChatNavigation } from './use-chat-navigation.ts'
import { useChatTitle } from './use-chat-title.ts'
import type { ChatDialogState } from './dialogs/use-chat-dialogs.ts'
import { useChatState } from './use-chat-state.ts'

const loadExtras = async () => (await import('./late-parts.ts')).ChatExtras
const loadProblem = async () =>
  (await import('./thread/conversation-problem.tsx')).ConversationProblem

function prepareThread(): void {
  // If preloading fails, the thread loads the code again and shows the error.
  loadCode(loadConversationView).catch(() => {})
}

type ChatProps = {
  conversationId?: string | undefined
}

export function ChatView({ conversationId }: ChatProps) {
  const composer = useRef<ComposerHandle>(null)
  const write = useLatest({
    focus: () => composer.current?.focus(),
    insert: (words: string) => composer.current?.insert(words),
    type: (text: string) => composer.current?.type(text),
    mention: (words: string) => composer.current?.mention(words),
    addFiles: (files: readonly File[]) => composer.current?.addFiles(files),
  })
  const [isReadAloud, setIsReadAloud] = useBrowserSetting(readAloudSetting)
  const [slashCommands, setSlashCommands] = useState<readonly SlashCommand[]>([])
  const state = useChatState(conversationId)
  const { thread, question, dialogs } = state
  const { chat, isReadOnly, view } = thread
  const { models, settings } = question
  // The view is complete once the models are known.
  const isShown = useAfterPaint(!models.isLoading)
  useChatTitle(state.title, thread.isRunning, conversationId)
  const navigation = useChatNavigation(conversationId, { onBegin: write.focus })
  const asking = useAsking(state, {
    onAsked: navigation.follow,
    // On touch screens, focus would open the on-screen keyboard.
    onEdited: () => isTouchFirst() || write.focus(),
    onTakenBack: (draft) => composer.current?.addDraft(draft),
    onMentioned: write.mention,
    onAttached: write.addFiles,
  })
  const wishes = useWishes(dialogs, {
    find: () => view.find(true),
    begin: navigation.begin,
    beginTemporary: navigation.beginTemporary,
    openAssistants: navigation.openAssistants,
    stop: asking.stop,
  })
  const offers = useServerOffers(
    (prompt) => wishes.openDialog({ kind: 'server-prompt', prompt }),
    write,
  )
  const drop = useFileDrop(write.addFiles, (model) => write.mention(formatMention(model)))

  return (
    <div className="group/chat relative flex h-full min-h-0 w-full">
      <WithPreview
        conversationId={conversationId}
        chat={{
          turns: chat.turns,
          messages: chat.messages,
          isReadOnly,
          onKeep: asking.keepEdited,
          onAsk: write.mention,
        }}
      >
        <ConversationsPanel
          conversationId={conversationId}
          navigation={navigation}
          onImport={wishes.openImport}
        />
        <section
          aria-label={t('Conversation')}
          inert={navigation.isListOpen}
          className="sheet flex min-w-0 flex-1 flex-col"
          onInput={prepareThread}
          {...drop.handlers}
        >
          <ChatHeader
            title={state.title}
            isGone={chat.error !== null}
            isReadOnly={isReadOnly}
            conversationId={conversationId}
            conversation={chat.conversation}
            hasSettings={settings.isSet}
            isReadAloud={isReadAloud}
            onReadAloud={setIsReadAloud}
            onList={navigation.showList}
            onNew={navigation.begin}
            onFind={wishes.find}
            onDialog={wishes.openDialog}
          />
          {chat.error ? (
            <Loaded
              load={loadProblem}
              props={{ error: chat.error, onRetry: chat.reload, onNew: navigation.begin }}
            />
          ) : (
            <ChatBody
              state={state}
              asking={asking}
              composer={composer}
              commands={[...slashCommands, ...offers.commands]}
              onSlash={offers.want}
              onNewChat={navigation.begin}
              onFindClosed={() => {
                view.find(false)
                write.focus()
              }}
            />
          )}
          <Loaded
            load={loadExtras}
            isWanted={isShown}
            props={{
              thread,
              onModel: models.choose,
              wishes,
              write,
              isReadAloud,
              isDropping: drop.isOver,
              onSlashCommands: setSlashCommands,
            }}
          />
          <ChatDialogs
            dialogs={dialogs}
            models={models}
            settings={settings.current}
            folderId={chat.conversation?.folderId ?? question.folderId}
            onSettings={settings.save}
            onAnother={chat.answerAgain}
            comparedIds={question.comparedIds}
            onCompare={question.setComparedIds}
            onPrompt={write.insert}
            onCommand={write.type}
            onMaterial={offers.insert}
            onOpenChat={navigation.open}
          />
        </section>
      </WithPreview>
    </div>
  )
}

const useWishes = (
  dialogs: ChatDialogState,
  given: {
    find: () => void
    begin: () => void
    beginTemporary: () => void
    openAssistants: () => void
    stop: Asking['stop']
  },
) =>
  useLatest({
    ...given,
    openDialog: dialogs.open,
    openImport: () => dialogs.open({ kind: 'import' }),
  })
