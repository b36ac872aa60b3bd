import { useEffect, useMemo, type Ref } from 'react'
import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ChatModel } from '#contract/models.ts'
import type { SlashCommand } from './prompts/slash.ts'
import { Composer } from './composer/composer.tsx'
import type { ComposerHandle } from './composer/use-composer-handle.ts'
import { prepareChatDialogs } from './dialogs/chat-dialogs.tsx'
import { ChatModelPicker } from './models/model-picker.tsx'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { useReading } from './voice/reading-store.ts'
import type { Asking } from './use-asking.ts'
import type { ChatDialogState } from './dialogs/use-chat-dialogs.ts'
import type { ChatThread, NextQuestion } from './use-chat-state.ts'

const loadQueue = async () => (await import('./late-parts.ts')).QueueList
const loadVoiceBar = async () => (await import('./voice/voice-bar.tsx')).VoiceBar
const loadReadingBar = async () => (await import('./voice/reading-bar.tsx')).ReadingBar
const loadComparedBadge = async () => (await import('./compare/compared-badge.tsx')).ComparedBadge
const loadChips = async () => (await import('./late-parts.ts')).SettingChips

const passesPictures = (model: ChatModel | undefined, { tools }: ChatSettings): boolean =>
  model?.canUseTools === true &&
  (tools === undefined || tools.some((name) => name === 'make_3d_model'))

type ChatComposerProps = {
  ref: Ref<ComposerHandle>
  thread: ChatThread
  question: NextQuestion
  dialogs: ChatDialogState
  asking: Asking
  commands: readonly SlashCommand[]
  onSlash: () => void
  onNewChat: () => void
}

export function ChatComposer({
  ref,
  thread,
  question,
  dialogs,
  asking,
  commands,
  onSlash,
  onNewChat,
}: ChatComposerProps) {
  // Preload the code of the queue. The page needs this code when the server is unreachable.
  useEffect(() => void loadCode(loadQueue).catch(() => {}), [])
  const isReading = useReading(({ reading }) => reading !== undefined)
  const { chat, conversationId, isRunning, view } = thread
  const { comparedIds, setComparedIds, historyTokens, models, settings } = question
  const { live, lives, outbox, turns } = chat
  const assistants = useMemo(
    () => models.models.filter(({ assistant }) => assistant),
    [models.models],
  )
  const waiting = chat.waiting.filter(
    ({ request }, at, all) =>
      !lives.some(({ runId }) => runId === request.runId) &&
      // A question to several models is shown once.
      (!request.question || request.question.id !== all[at - 1]?.request.question?.id),
  )
  const editLast = () => {
    const last = turns.findLast(({ message }) => message.role === 'user')
    if (last && !isRunning) view.edit(last.message.id)
  }
  return (
    <Composer
      ref={ref}
      conversationId={conversationId}
      isRunning={isRunning}
      cannotSend={models.cannotSend}
      isLoading={models.isLoading || !chat.isReady}
      model={models.model}
      isGuideOnly={models.isGuideOnly}
      passesPictures={passesPictures(models.model, settings.current)}
      historyTokens={historyTokens}
      longChat={
        conversationId === undefined
          ? undefined
          : {
              conversationId,
              turns,
              summaries: chat.summaries ?? [],
              summarises: settings.current.summarises,
              onChanged: chat.reload,
            }
      }
      assistants={assistants}
      onAssistant={models.choose}
      commands={commands}
      onSlash={onSlash}
      picker={
        comparedIds.length > 1 ? (
          <Loaded
            load={loadComparedBadge}
            props={{
              count: comparedIds.length,
              onOpen: () => dialogs.open({ kind: 'compare' }),
              onStop: () => setComparedIds([]),
            }}
          />
        ) : (
          <ChatModelPicker
            models={models}
            onOpen={(button) =>
              dialogs.open({ kind: 'model', anchor: button.closest('form') ?? button })
            }
            onPrepare={prepareChatDialogs}
          />
        )
      }
      tools={
        comparedIds.length < 2 && (
          <Loaded
            load={loadChips}
            props={{
              models,
              settings: settings.current,
              onSettings: settings.save,
              onMore: () => dialogs.open({ kind: 'settings' }),
            }}
          />
        )
      }
      queue={
        <>
          <Loaded load={loadReadingBar} isWanted={isReading} props={{}} />
          <Loaded
            load={loadQueue}
            isWanted={waiting.length > 0}
            props={{
              waiting,
              onEdit: outbox.edit,
              onSendNow: outbox.sendNow,
              onRemove: outbox.remove,
            }}
          />
        </>
      }
      renderVoice={(handlers) => (
        <Loaded
          load={loadVoiceBar}
          props={{ ...handlers, live, onStop: asking.stop }}
          fallback={<div className="h-11" />}
        />
      )}
      onSend={asking.send}
      onStop={asking.stop}
      onModel={() => dialogs.open({ kind: 'model' })}
      onNewChat={onNewChat}
      onEditLast={editLast}
    />
  )
}
