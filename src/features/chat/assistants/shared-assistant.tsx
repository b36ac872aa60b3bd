import ArrowRight from 'lucide-react/icons/arrow-right'
import { useLocation } from 'wouter'
import type { Assistant } from '#contract/chat/assistants.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { toAssistantChat } from '../queries/assistant-queries.ts'
import { AssistantFace } from '../models/assistant-face.tsx'

export function SharedAssistant({ assistant }: { assistant: Assistant }) {
  const { id, name, description, settings, pictureUrl, from } = assistant
  const [, navigate] = useLocation()
  return (
    <div className="mx-auto flex max-w-160 flex-col gap-5">
      <div className="flex items-center gap-4">
        <AssistantFace name={name} pictureUrl={pictureUrl} size="lg" />
        <div className="min-w-0 flex-1">
          <h1 className="text-xl font-semibold wrap-anywhere">{name}</h1>
          <p className="text-pretty text-ink-muted">{description}</p>
        </div>
      </div>
      <p className="text-pretty text-ink-muted">
        {t(
          '{from} shares this assistant with your team. It answers with your models and your rights, and may quote from {from}’s files.',
          { from },
        )}
      </p>
      <div>
        <h2 className="mb-2 font-medium">{t('Instructions')}</h2>
        <p className="card px-4 py-3 text-pretty wrap-anywhere whitespace-pre-wrap">
          {settings.systemPrompt ?? t('It has none.')}
        </p>
      </div>
      <Button
        variant="primary"
        icon={<ArrowRight aria-hidden />}
        className="self-start"
        onClick={() => navigate(toAssistantChat(id))}
      >
        {t('Start a chat')}
      </Button>
    </div>
  )
}
