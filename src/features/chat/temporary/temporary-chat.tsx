import Ghost from 'lucide-react/icons/ghost'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/app.ts'
import { ModelDialog } from '../models/model-dialog.tsx'
import { ChatModelPicker } from '../models/model-picker.tsx'
import { useChatModels } from '../models/use-chat-models.ts'
import { TemporaryComposer } from './temporary-composer.tsx'
import { TemporaryMessages } from './temporary-message.tsx'
import { temporaryChat } from './temporary-store.ts'

const loadSettings = async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog

export function TemporaryChat() {
  const { messages, isAnswering, settings } = useStore(temporaryChat.store)
  const [, navigate] = useLocation()
  const models = useChatModels({ id: undefined, modelId: undefined })
  const { modelId } = models
  const [anchor, setAnchor] = useState<Element>()
  const [areSettingsOpen, setAreSettingsOpen] = useState(false)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = end.current?.parentElement
    if (area && area.scrollHeight - area.scrollTop - area.clientHeight < 160) {
      end.current?.scrollIntoView({ block: 'end' })
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when text arrives.
  }, [messages])
  return (
    <section aria-label={t('Temporary chat')} className="sheet flex h-full min-w-0 flex-1 flex-col">
      <header className="flex h-13 shrink-0 items-center gap-2 px-4 coarse:h-13.5">
        <Ghost aria-hidden className="size-4 text-ink-faint" />
        <h1 className="min-w-0 flex-1 truncate text-base font-semibold">{t('Temporary chat')}</h1>
        <IconButton
          label={t('Chat settings')}
          icon={<SlidersHorizontal aria-hidden />}
          onClick={() => setAreSettingsOpen(true)}
        />
        <Button
          size="sm"
          icon={<X aria-hidden />}
          onClick={() => {
            temporaryChat.end()
            navigate('/chat')
          }}
        >
          {t('End chat')}
        </Button>
      </header>
      <div
        role="log"
        aria-live="off"
        aria-label={t('Messages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
      >
        <div className="mx-auto w-full max-w-[calc(45rem+2rem)] px-4 pb-8">
          <p className="mt-6 rounded-lg border border-line bg-surface-raised px-4 py-3 text-pretty text-ink-muted">
            {t(
              'This chat is not stored on the server or in your browser. It is gone when you reload the page or end the chat. The model’s service still sees your messages. Pictures and plain text can be added; tools and other files cannot.',
            )}
          </p>
          <TemporaryMessages
            messages={messages}
            isAnswering={isAnswering}
            nameOfModel={models.nameOfModel}
            onAgain={modelId === undefined ? undefined : () => void temporaryChat.askAgain(modelId)}
          />
        </div>
        <div ref={end} />
      </div>
      <output className="sr-only">
        {isAnswering ? t('Answering') : messages.length > 0 ? t('Done') : ''}
      </output>
      <TemporaryComposer
        isAnswering={isAnswering}
        cannotSend={models.cannotSend}
        picker={<ChatModelPicker models={models} onOpen={setAnchor} onPrepare={() => {}} />}
        onStop={temporaryChat.stop}
        onAsk={(question) => {
          if (modelId !== undefined) void temporaryChat.ask(question, modelId)
        }}
      />
      <ModelDialog
        isOpen={anchor !== undefined}
        anchor={anchor}
        onClose={() => setAnchor(undefined)}
        title={t('Model')}
        models={models.models}
        problems={models.problems}
        modelId={modelId}
        onChoose={(id) => {
          setAnchor(undefined)
          models.choose(id)
        }}
      />
      <Loaded
        load={loadSettings}
        isWanted={areSettingsOpen}
        props={{
          isOpen: areSettingsOpen,
          onClose: () => setAreSettingsOpen(false),
          models,
          settings,
          isTemporary: true,
          onChange: (next) => temporaryChat.store.setState({ settings: next }),
        }}
      />
    </section>
  )
}
