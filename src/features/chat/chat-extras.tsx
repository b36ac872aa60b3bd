import Paperclip from 'lucide-react/icons/paperclip'
import { useEffect, useMemo, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import { t } from '#languages/app.ts'
import { useCommands } from '#ui/actions/commands.ts'
import type { ComposerHandle } from './composer/use-composer-handle.ts'
import { chatCommands, type ChatCommandHandlers } from './commands/chat-commands.tsx'
import { useChatKeys } from './commands/use-chat-keys.ts'
import { useSlashCommands } from './commands/use-slash-commands.tsx'
import { useSharedReadMarks } from './conversations/row/use-shared-read-marks.ts'
import { useOpenNewPreview } from './preview/use-open-new-preview.ts'
import { useDiscussedAsset } from './models/use-discussed-asset.ts'
import type { SlashCommand } from './prompts/slash.ts'
import { useContinueShared } from './sharing/use-continue-shared.ts'
import { removeSearchParams } from './remove-search-params.ts'
import { useShortcuts } from './shortcuts/shortcuts.ts'
import { useReadNewAnswers } from './voice/use-read-new-answers.ts'
import { Announcer } from './thread/announcer.tsx'
import type { ChatThread } from './use-chat-state.ts'

type ChatExtrasProps = {
  thread: ChatThread
  onModel: (modelId: string) => void
  wishes: ChatCommandHandlers
  write: Omit<ComposerHandle, 'addDraft'>
  isReadAloud: boolean
  isDropping: boolean
  onSlashCommands: (commands: readonly SlashCommand[]) => void
}

/** Renders parts of the chat that the first view does not need, such as shortcuts and file drop. */
export function ChatExtras({
  thread,
  onModel,
  wishes,
  write,
  isReadAloud,
  isDropping,
  onSlashCommands,
}: ChatExtrasProps) {
  const { chat, conversationId, hasTurns, isRunning, isReadOnly } = thread
  useLinkedModel(onModel)
  useContinueShared()
  useSharedReadMarks(conversationId)
  useDiscussedAsset(write)
  useOpenNewPreview(chat.turns, isRunning)
  useLinkedText(write.mention)
  useReadNewAnswers(chat.live)
  useKeys(thread, wishes, write.focus)
  const shortcuts = useShortcuts()
  useCommands(
    useMemo(
      () => chatCommands(wishes, { conversationId, hasTurns, isRunning, isReadOnly, shortcuts }),
      [wishes, conversationId, hasTurns, isRunning, isReadOnly, shortcuts],
    ),
  )
  const slashCommands = useSlashCommands(wishes, write)
  useEffect(() => onSlashCommands(slashCommands), [onSlashCommands, slashCommands])
  return (
    <>
      {isDropping && <DropHint />}
      <Announcer live={chat.live} isReadAloud={isReadAloud} />
    </>
  )
}

function useKeys(
  { hasTurns, isRunning, isReadOnly, view }: ChatThread,
  wishes: ChatCommandHandlers,
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
    onOther: (kind) => {
      if (!isReadOnly) wishes.openDialog({ kind })
    },
  })
}

const DropHint = () => (
  <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/90 text-base font-medium">
    <span className="flex items-center gap-2">
      <Paperclip aria-hidden className="size-5 text-accent" />
      {t('Drop files to add them to your message')}
    </span>
  </div>
)

function useLinkedModel(onLinked: (modelId: string) => void): void {
  const [params] = useSearchParams()
  const modelId = params.get('model')
  const take = useEffectEvent((id: string) => {
    onLinked(id)
    removeSearchParams()
  })
  useEffect(() => {
    if (modelId !== null) take(modelId)
  }, [modelId])
}

/** Handles `/chat?text=…`: writes the text into the message box and removes the param. */
function useLinkedText(onText: (text: string) => void): void {
  const [params] = useSearchParams()
  const text = params.get('text')
  const take = useEffectEvent((linked: string) => {
    removeSearchParams()
    onText(linked)
  })
  useEffect(() => {
    if (text !== null && text !== '') take(text)
  }, [text])
}
