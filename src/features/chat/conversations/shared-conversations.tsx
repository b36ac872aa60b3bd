import { useQuery } from '@tanstack/react-query'
import { withBase } from '#lib/base-path.ts'
import { sharedQuery } from '#queries/shared-with-me.ts'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/app.ts'
import { followLink } from './follow-link.ts'

type SharedConversationsProps = { currentId: string | undefined; onOpen: (id: string) => void }

export function SharedConversations({ currentId, onOpen }: SharedConversationsProps) {
  const { data } = useQuery(sharedQuery())
  if (!data || data.chats.length === 0) return null
  return (
    <section aria-label={t('Shared with you')} className="mt-4">
      <h2 className="px-2.5 pb-1 text-xs font-medium text-ink-muted">{t('Shared with you')}</h2>
      <ul>
        {data.chats.map(({ id, title, from }) => (
          <li
            key={id}
            className={cn(
              'rounded-row hover:bg-hover',
              id === currentId && 'bg-surface-raised shadow-segment',
            )}
          >
            <a
              href={withBase(`/chat/${id}`)}
              onClick={(event) => followLink(event, () => onOpen(id))}
              aria-current={id === currentId ? 'page' : undefined}
              className="flex min-h-8.5 items-center gap-2 px-2.5 text-ink-muted hover:text-ink coarse:min-h-11"
            >
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {title}
              </span>
              <span className="max-w-24 shrink-0 truncate text-xs text-ink-faint">{from}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
