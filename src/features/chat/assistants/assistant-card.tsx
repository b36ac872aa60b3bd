import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Cpu from 'lucide-react/icons/cpu'
import FileText from 'lucide-react/icons/file-text'
import Users from 'lucide-react/icons/users'
import Wrench from 'lucide-react/icons/wrench'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { toAssistantModelId, type Assistant } from '#contract/chat/assistants.ts'
import { modelsQuery } from '#queries/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { toAssistantChat } from '../queries/assistant-queries.ts'
import { AssistantFace } from '../models/assistant-face.tsx'

const chip =
  'inline-flex h-6 max-w-full items-center gap-1.5 rounded-full bg-hover px-2 text-2xs text-ink-muted [&_svg]:size-3 [&_svg]:shrink-0'

const Chip = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className={chip}>
    {icon}
    <span className="truncate">{children}</span>
  </span>
)

export function AssistantCard({ assistant }: { assistant: Assistant }) {
  const { id, name, description, settings, folderId, pictureUrl, from, isForeign, chats } =
    assistant
  const [, navigate] = useLocation()
  const { data } = useQuery(modelsQuery())
  const listed = data?.models.find((model) => model.id === toAssistantModelId(id))
  const modelName = listed?.kind === 'chat' ? listed.assistant?.modelName : undefined
  return (
    <article className="card flex h-full flex-col">
      <Link
        href={`/chat/assistants/${id}`}
        className="flex flex-1 flex-col gap-2.5 rounded-t-lg p-4 hover:bg-hover"
      >
        <AssistantFace name={name} pictureUrl={pictureUrl} size="lg" />
        <span className="flex items-center gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate text-base font-semibold">
            {name}
          </span>
          {assistant.teamId !== undefined && (
            <Chip icon={<Users aria-hidden />}>{from ?? t('Shared')}</Chip>
          )}
        </span>
        {description !== '' && (
          <span className="line-clamp-2 text-pretty text-ink-muted">{description}</span>
        )}
        <span className="mt-auto flex flex-wrap gap-1.5">
          <Chip icon={<Cpu aria-hidden />}>
            {modelName ?? assistant.modelId ?? t('Default model')}
          </Chip>
          {settings.tools && (
            <Chip icon={<Wrench aria-hidden />}>
              {settings.tools.length === 0
                ? t('No tools')
                : t('{toolsCount, plural, one {# tool} other {# tools}}', {
                    toolsCount: settings.tools.length,
                  })}
            </Chip>
          )}
          {folderId !== undefined && <Chip icon={<FileText aria-hidden />}>{t('Files')}</Chip>}
        </span>
      </Link>
      <div className="flex min-h-13 items-center gap-2 border-t border-line px-4 py-2">
        <span className="min-w-0 flex-1 text-xs text-pretty text-ink-faint">
          {isForeign
            ? t('Read it before you use it')
            : data && !listed
              ? t('Its model is not available to you')
              : t('{chats, plural, one {# chat} other {# chats}}', { chats })}
        </span>
        {listed && (
          <Button
            size="sm"
            icon={<ArrowRight aria-hidden />}
            onClick={() => navigate(toAssistantChat(id))}
          >
            {t('Start a chat')}
          </Button>
        )}
      </div>
    </article>
  )
}
