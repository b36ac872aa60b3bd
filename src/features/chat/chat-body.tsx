import { useRef, type Ref, useLayoutEffect, type RefObject } from 'react'
import { cn } from '#ui/cn.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { useAdminsRead } from './composer/use-shared-chat.ts'
import type { ComposerHandle } from './composer/use-composer-handle.ts'
import { loadConversationView } from './load-conversation-view.ts'
import type { SlashCommand } from './prompts/slash.ts'
import { Greeting, Starters } from './thread/starters.tsx'
import { ThreadSkeleton } from './thread/thread-skeleton.tsx'
import type { Asking } from './use-asking.ts'
import type { useChatState } from './use-chat-state.ts'

const loadNotes = async () => (await import('./composer/chat-notes.tsx')).ChatNotes
const loadAssistantGreeting = async () =>
  (await import('./assistants/assistant-start.tsx')).AssistantGreeting
const loadAssistantStarters = async () =>
  (await import('./assistants/assistant-start.tsx')).AssistantStarters
const loadFolderNote = async () => (await import('./conversations/folder-note.tsx')).FolderNote

type ChatBodyProps = {
  state: ReturnType<typeof useChatState>
  asking: Asking
  composer: Ref<ComposerHandle>
  commands: readonly SlashCommand[]
  onSlash: () => void
  onNewChat: () => void
  onFindClosed: () => void
}

/**
 * Renders the messages and the message box. An empty chat shows a greeting and example questions.
 */
export function ChatBody({ state, asking, composer, commands, ...on }: ChatBodyProps) {
  const { thread, question, dialogs, shared, trashedId } = state
  const { chat, hasTurns, isReadOnly } = thread
  const { models, settings, folderId } = question
  const { onSlash, onNewChat, onFindClosed } = on
  const { offeredPrompt } = chat
  const { model } = models
  const isReadByAdmins = useAdminsRead()
  const isEmpty = !hasTurns && !chat.isLoading
  const foot = useRef<HTMLDivElement>(null)
  useGlide(foot, isEmpty)
  return (
    <div className={cn('flex min-h-0 flex-1 flex-col', isEmpty && 'overflow-y-auto')}>
      {isEmpty && model?.assistant ? (
        <Loaded load={loadAssistantGreeting} props={{ model }} />
      ) : isEmpty ? (
        <Greeting
          isGuideOnly={models.isGuideOnly}
          note={folderId !== undefined && <Loaded load={loadFolderNote} props={{ id: folderId }} />}
        />
      ) : (
        <Loaded
          load={loadConversationView}
          fallback={<ThreadSkeleton />}
          props={{ thread, question, dialogs, asking, onFindClosed }}
        />
      )}
      {(shared ?? trashedId ?? offeredPrompt ?? isReadByAdmins) && (
        <Loaded
          load={loadNotes}
          props={{
            shared,
            trashedId,
            isReadByAdmins,
            offeredPrompt,
            onPrompt: (systemPrompt) => settings.save({ ...settings.current, systemPrompt }),
          }}
        />
      )}
      {!isReadOnly && (
        <div
          ref={foot}
          className={cn(
            'shrink-0',
            isEmpty &&
              'max-md:sticky max-md:bottom-0 max-md:z-10 max-md:order-1 max-md:mt-auto max-md:bg-surface',
          )}
        >
          <ChatComposer
            ref={composer}
            thread={thread}
            question={question}
            dialogs={dialogs}
            asking={asking}
            commands={commands}
            onSlash={onSlash}
            onNewChat={onNewChat}
          />
        </div>
      )}
      {isEmpty &&
        (model?.assistant ? (
          <Loaded
            load={loadAssistantStarters}
            props={{ model, onAsk: asking.start, isDisabled: models.cannotSend !== undefined }}
          />
        ) : (
          <Starters models={models} onAsk={asking.start} />
        ))}
    </div>
  )
}

/** Milliseconds. Must equal `--motion-sheet` in the CSS tokens. */
const durationMs = 280

/** Moves an element from its place in an empty chat to its place in a chat with messages. */
function useGlide(element: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  const before = useRef<number>(undefined)
  useLayoutEffect(() => {
    const measure = () => element.current?.getBoundingClientRect().top
    if (isEmpty) {
      // Measuring at once would lay out the page twice.
      const frame = requestAnimationFrame(() => {
        before.current = measure()
      })
      return () => cancelAnimationFrame(frame)
    }
    const from = before.current
    before.current = undefined
    const now = from === undefined ? undefined : measure()
    if (from === undefined || now === undefined || from === now) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate(
      [{ transform: `translateY(${from - now}px)` }, { transform: 'none' }],
      {
        duration: durationMs,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      },
    )
  })
}
