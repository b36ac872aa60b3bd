import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchChats } from '#api/chat/library.ts'
import { withBase } from '#lib/base-path.ts'
import { explainError } from '#lib/explain.ts'
import type { SearchHit } from '#contract/chat/search.ts'
import { formatAge } from '#lib/format.ts'
import { cn } from '#ui/cn.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/app.ts'
import { chatQueries } from '../queries/chat-queries.ts'
import { noteOpenedHit } from '../thread/find/opened-hit.ts'
import { followLink } from './follow-link.ts'
import { groupByConversation } from './group-by-conversation.ts'
import { MoreButton } from './row/more-button.tsx'
import { stripMarkdown } from './strip-markdown.ts'

export type SearchResultsProps = {
  query: string
  currentId: string | undefined
  onOpen: (id: string, messageId?: string) => void
}

export function SearchResults({ query, currentId, onOpen }: SearchResultsProps) {
  const pages = useInfiniteQuery({
    queryKey: [...chatQueries.all, 'search', query],
    initialPageParam: '',
    queryFn: async ({ signal, pageParam }) => {
      await pauseOfTyping(signal)
      return searchChats(
        { q: query, limit: 30, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      )
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages
  const isEmptySoFar = pages.data?.pages.every((page) => page.hits.length === 0)
  // The server ends a page without hits if it has not yet searched the oldest messages.
  const isContinued = isEmptySoFar && hasNextPage && !isError
  useEffect(() => {
    if (isContinued && !isFetching) void fetchNextPage()
  }, [isContinued, isFetching, fetchNextPage])
  const [openedKey, setOpenedKey] = useState<string>()
  const chats = pages.data && groupByConversation(pages.data.pages.flatMap((page) => page.hits))
  if (pages.error && (!chats || isEmptySoFar)) {
    return (
      <p role="alert" className="px-2 py-3 text-ink-muted">
        {explainError(pages.error)}
      </p>
    )
  }
  if (!chats || isContinued) return <Spinner label={t('Searching')} className="m-3" />
  const inCurrent = chats.find(([hit]) => hit?.conversation.id === currentId) ?? []
  const current = inCurrent.find((hit) => getKey(hit) === openedKey) ?? inCurrent[0]
  return (
    <section aria-label={t('Found')} aria-busy={pages.isPlaceholderData} className="mt-1.5">
      <h2 className="sr-only" aria-live="polite">
        {chats.length === 0
          ? t('Nothing found')
          : t('{hitsCount} found', { hitsCount: chats.length })}
      </h2>
      {chats.length === 0 && (
        <p className="px-2 py-3 text-pretty text-ink-faint">
          {t('No messages match. Use “quotes” for an exact phrase and -word to exclude a word.')}
        </p>
      )}
      <ul className={cn(pages.isPlaceholderData && 'opacity-60')}>
        {chats.map((hits) => (
          <Chat
            key={hits[0]?.conversation.id}
            hits={hits}
            nowMs={pages.dataUpdatedAt}
            current={current}
            onOpen={(hit) => {
              setOpenedKey(getKey(hit))
              const { message, conversation, snippet } = hit
              if (message) noteOpenedHit(message.id, matchesIn(snippet))
              onOpen(conversation.id, message?.id)
            }}
          />
        ))}
      </ul>
      <MoreButton pages={pages}>{t('Show more')}</MoreButton>
    </section>
  )
}

const getKey = ({ message, conversation }: SearchHit): string => message?.id ?? conversation.id

type ChatProps = {
  hits: readonly SearchHit[]
  nowMs: number
  current: SearchHit | undefined
  onOpen: (hit: SearchHit) => void
}

/** Renders the best hit of a chat, and the further hits on request. */
function Chat({ hits, nowMs, current, onOpen }: ChatProps) {
  const [isOpen, setIsOpen] = useState(false)
  const moreCount = hits.length - 1
  return (
    <li>
      {hits.slice(0, isOpen ? undefined : 1).map((hit, at) => (
        <Hit
          key={getKey(hit)}
          hit={hit}
          hasTitle={at === 0}
          nowMs={nowMs}
          isCurrent={hit === current}
          onOpen={() => onOpen(hit)}
        />
      ))}
      {moreCount > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="ms-2.5 touch-target rounded-sm pb-1 text-xs font-medium text-ink-muted underline-offset-2 hover:text-ink hover:underline"
        >
          {isOpen ? t('Show less') : t('{moreCount} more in this chat', { moreCount })}
        </button>
      )}
    </li>
  )
}

type HitProps = {
  hit: SearchHit
  hasTitle: boolean
  nowMs: number
  isCurrent: boolean
  onOpen: () => void
}

function Hit({ hit, hasTitle, nowMs, isCurrent, onOpen }: HitProps) {
  const { conversation, message, snippet } = hit
  const at = message?.createdAt ?? conversation.updatedAt
  return (
    <a
      href={withBase(`/chat/${conversation.id}${message ? `#${message.id}` : ''}`)}
      onClick={(event) => followLink(event, onOpen)}
      className={cn(
        'block rounded-row px-2.5 py-1.5 hover:bg-hover',
        isCurrent && 'bg-surface-raised shadow-segment hover:bg-surface-raised',
      )}
    >
      {hasTitle && (
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {conversation.title}
          </span>
          <span className="shrink-0 text-xs text-ink-faint">{formatAge(at, nowMs)}</span>
        </span>
      )}
      <span className="line-clamp-2 text-xs [overflow-wrap:anywhere] text-ink-muted">
        {message?.role === 'user' && <span className="text-ink-faint">{t('You:')} </span>}
        {snippet.map(({ text, isMatch }, index) =>
          isMatch ? (
            <mark key={index} className="rounded-xs bg-warning-soft text-warning">
              {stripMarkdown(text)}
            </mark>
          ) : (
            stripMarkdown(text)
          ),
        )}
      </span>
    </a>
  )
}

const matchesIn = (snippet: SearchHit['snippet']): string[] =>
  snippet.filter(({ isMatch }) => isMatch).map(({ text }) => text)

const typingPauseMs = 120

const pauseOfTyping = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, typingPauseMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('Typed on.', 'AbortError'))
    })
  })
