import { useMemo, useRef, useState } from 'react'
import { mentionOf } from '#lib/model-mention.ts'
import { useCommands } from '#ui/actions/commands.ts'
import { useLatest } from '#ui/actions/use-latest.ts'
import { DropHint } from './attachments/drop-hint.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { ChatHeader } from './chat-header.tsx'
import { chatCommands } from './commands/chat-commands.tsx'
import { useChatKeys } from './commands/use-chat-keys.ts'
import { useSlashCommands } from './commands/use-slash-commands.tsx'
import type { ComposerHandle } from './composer/composer.tsx'
import { SharedNote, useSharedChat } from './composer/shared-note.tsx'
import { useFileDrop } from './composer/use-file-drop.ts'
import { ConversationView, prepareThread } from './conversation-view.tsx'
import { ConversationsPanel } from './conversations-panel.tsx'
import { ChatDialogs } from './dialogs/chat-dialogs.tsx'
import { useContinueShared } from './sharing/use-continue-shared.ts'
import { useDiscussedAsset } from './models/use-discussed-asset.ts'
import { useLinkedModel } from './models/use-linked-model.ts'
import { useServerOffers } from './offers/use-server-offers.tsx'
import { useShortcuts } from './shortcuts/shortcuts.ts'
import { WithPreview } from './preview/with-preview.tsx'
import { Announcer } from './thread/announcer.tsx'
import { ConversationProblem } from './thread/conversation-problem.tsx'
import { readReadAloud, saveReadAloud } from './thread/read-aloud.ts'
import { Starters } from './thread/starters.tsx'
import { useAsking, type Asking } from './use-asking.ts'
import { useChatNavigation } from './use-chat-navigation.ts'
import { useChatTitle } from './use-chat-title.ts'
import { useChatState, type ChatState } from './use-chat-state.ts'

type ChatProps = {
  /** Absent: a conversation that begins with its first question. */
  conversationId?: string | undefined
}

/** Conversations on the left, the open one with its composer on the right. Fills its parent. */
export function Chat({ conversationId }: ChatProps) {
  const composer = useRef<ComposerHandle>(null)
  const write = useLatest({
    focus: () => composer.current?.focus(),
    fill: (text: string) => composer.current?.fill({ text, attachments: [] }),
    type: (text: string) => composer.current?.type(text),
    mention: (words: string) => composer.current?.mention(words),
    addFiles: (files: readonly File[]) => composer.current?.addFiles(files),
  })
  const [isReadAloud, setIsReadAloud] = useState(readReadAloud)
  const state = useChatState(conversationId)
  const shared = useSharedChat(conversationId)
  const { chat, dialogs, hasTurns, models, settings, view } = state
  useLinkedModel(models.choose)
  useContinueShared()
  useDiscussedAsset(write)
  useChatTitle(state.title, state.isRunning)
  const navigation = useChatNavigation(conversationId, { onBegin: write.focus })
  const asking = useAsking(state, {
    onAsked: navigation.follow,
    onTakenBack: (draft) => composer.current?.fill(draft),
    onMentioned: write.mention,
    onAttached: write.addFiles,
  })
  const wishes = useWishes(state, {
    begin: navigation.begin,
    beginTemporary: navigation.beginTemporary,
    stop: asking.stop,
  })
  useKeys(state, wishes, write.focus)
  const slashCommands = useSlashCommands(wishes, write)
  const offers = useServerOffers(
    (prompt) => wishes.openDialog({ kind: 'server-prompt', prompt }),
    write,
  )
  const drop = useFileDrop(write.addFiles, (model) => write.mention(mentionOf(model)))

  return (
    <div className="relative flex h-full min-h-0 w-full">
      <WithPreview conversationId={conversationId} turns={chat.turns}>
        <ConversationsPanel
          conversationId={conversationId}
          navigation={navigation}
          onImport={wishes.openImport}
        />
        <section
          aria-label="Conversation"
          inert={navigation.isListOpen}
          className="relative flex min-w-0 flex-1 flex-col"
          onInput={prepareThread}
          {...drop.handlers}
        >
          <ChatHeader
            title={state.title}
            conversationId={conversationId}
            hasSettings={settings.isSet}
            isReadAloud={isReadAloud}
            onReadAloud={(isOn) => {
              setIsReadAloud(isOn)
              saveReadAloud(isOn)
            }}
            onList={navigation.showList}
            onNew={navigation.begin}
            onFind={wishes.find}
            onDialog={wishes.openDialog}
          />
          {chat.error ? (
            <ConversationProblem
              error={chat.error}
              onRetry={chat.reload}
              onNew={navigation.begin}
            />
          ) : (
            <>
              {!hasTurns && !chat.isLoading ? (
                <Starters models={models} onAsk={asking.start} />
              ) : (
                <ConversationView
                  state={state}
                  asking={asking}
                  onFindClosed={() => {
                    view.find(false)
                    write.focus()
                  }}
                />
              )}
              {shared && <SharedNote from={shared.from} canWrite={shared.role === 'editor'} />}
              {shared?.role !== 'viewer' && (
                <ChatComposer
                  ref={composer}
                  state={state}
                  asking={asking}
                  commands={[...slashCommands, ...offers.commands]}
                  onSlash={offers.want}
                  onNewChat={navigation.begin}
                />
              )}
            </>
          )}
          {drop.isOver && <DropHint />}
          <Announcer live={chat.live} isReadAloud={isReadAloud} />
          <ChatDialogs
            dialogs={dialogs}
            models={models}
            settings={settings.current}
            onSettings={settings.save}
            onAnother={chat.answerAgain}
            comparedIds={state.comparedIds}
            onCompare={state.setComparedIds}
            onPrompt={write.fill}
            onMaterial={offers.insert}
          />
        </section>
      </WithPreview>
    </div>
  )
}

/** What keys, slash commands and the palette set off, which the palette is told of as well. */
function useWishes(
  { conversationId, dialogs, hasTurns, isRunning, view }: ChatState,
  given: { begin: () => void; beginTemporary: () => void; stop: Asking['stop'] },
) {
  const wishes = useLatest({
    ...given,
    find: () => view.find(true),
    openDialog: dialogs.open,
    openImport: () => dialogs.open({ kind: 'import' }),
  })
  const shortcuts = useShortcuts()
  useCommands(
    useMemo(
      () => chatCommands(wishes, { conversationId, hasTurns, isRunning, shortcuts }),
      [wishes, conversationId, hasTurns, isRunning, shortcuts],
    ),
  )
  return wishes
}

function useKeys(
  { hasTurns, isRunning, view }: ChatState,
  wishes: ReturnType<typeof useWishes>,
  focusComposer: () => void,
): void {
  useChatKeys({
    onStop: () => {
      if (isRunning) wishes.stop()
      return isRunning
    },
    onFind: () => {
      if (!hasTurns || view.isFindWanted) return false
      wishes.find()
      return true
    },
    onWrite: focusComposer,
    onNew: wishes.begin,
    onOther: (kind) => wishes.openDialog({ kind }),
  })
}
