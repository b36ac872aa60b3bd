import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { PutAssistant } from '#contract/chat/assistants.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { AssistantFace } from '../models/assistant-face.tsx'
import { useChatModels } from '../models/use-chat-models.ts'
import { TemporaryComposer } from '../temporary/temporary-composer.tsx'
import { TemporaryMessages } from '../temporary/temporary-message.tsx'
import { createMemoryChat } from '../temporary/temporary-store.ts'

type AssistantTrialProps = { draft: PutAssistant; pictureUrl: string | undefined }

/** Renders a chat with the unsaved settings of an assistant. The server stores nothing of it. */
export function AssistantTrial({ draft, pictureUrl }: AssistantTrialProps) {
  const [chat] = useState(createMemoryChat)
  const { messages, isAnswering } = useStore(chat.store)
  const models = useChatModels({ id: undefined, modelId: draft.modelId })
  const log = useRef<HTMLDivElement>(null)
  useEffect(() => chat.end, [chat])
  useEffect(() => {
    if (messages.length > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [messages])
  const { modelId } = models
  const withDraft = (send: (id: string) => Promise<void>) => {
    if (modelId === undefined) return
    const { systemPrompt, params } = draft.settings
    chat.store.setState({
      settings: { ...(systemPrompt && { systemPrompt }), ...(params && { params }) },
    })
    void send(modelId)
  }
  return (
    <section
      aria-label={t('Try it')}
      className="sticky top-9 -mt-13 hidden h-[calc(100dvh-5.5rem)] min-w-0 flex-col overflow-hidden rounded-xl border border-line bg-surface-sunken xl:flex"
    >
      <header className="flex h-13 shrink-0 items-center justify-between gap-2 px-4">
        <h2 className="font-medium text-ink-muted">{t('Try it')}</h2>
        {messages.length > 0 && (
          <Button
            size="sm"
            variant="ghost"
            icon={<RotateCcw aria-hidden />}
            onClick={() => chat.end()}
          >
            {t('Start over')}
          </Button>
        )}
      </header>
      <div
        ref={log}
        role="log"
        aria-live="off"
        aria-label={t('Messages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-4 pb-4 -outline-offset-2"
      >
        {messages.length === 0 ? (
          <div className="flex flex-col items-center gap-3 pt-6 text-center">
            <AssistantFace name={draft.name || '?'} pictureUrl={pictureUrl} size="lg" />
            <div className="max-w-full">
              <p className="text-lg font-semibold wrap-anywhere">
                {draft.name || t('New assistant')}
              </p>
              <p className="text-pretty wrap-anywhere text-ink-muted">{draft.description}</p>
            </div>
            <p className="max-w-64 text-xs text-pretty text-ink-muted">
              {t(
                'Uses the instructions as they are now, without tools and files. Nothing is stored.',
              )}
            </p>
          </div>
        ) : (
          <TemporaryMessages
            messages={messages}
            isAnswering={isAnswering}
            nameOfModel={models.nameOfModel}
            onAgain={() => withDraft(chat.askAgain)}
          />
        )}
      </div>
      <output className="sr-only">
        {isAnswering ? t('Answering') : messages.length > 0 ? t('Done') : ''}
      </output>
      <TemporaryComposer
        isBeside
        isAnswering={isAnswering}
        cannotSend={models.cannotSend}
        picker={null}
        onStop={chat.stop}
        onAsk={(question) => withDraft((id) => chat.ask(question, id))}
      />
    </section>
  )
}
