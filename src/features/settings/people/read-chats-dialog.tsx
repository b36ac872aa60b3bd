import { firstCursor } from '#queries/first-cursor.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { listPersonChats, readPersonChat } from '#api/access/people.ts'
import { explainError } from '#lib/explain.ts'
import type { Person } from '#contract/access/people.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { formatDay } from '../layout/format-day.ts'
import { useLastDefined } from '../layout/use-last-defined.ts'

type ReadChatsDialogProps = {
  person: Person | undefined
  onClose: () => void
}

/** Renders another account's chats for an admin, if the server's settings allow this. */
export function ReadChatsDialog({ person, onClose }: ReadChatsDialogProps) {
  const shown = useLastDefined(person)
  const [chatId, setChatId] = useState<string>()

  function close() {
    setChatId(undefined)
    onClose()
  }

  return (
    <Dialog
      isOpen={person !== undefined}
      onClose={close}
      title={t('Chats of {name}', { name: shown?.name ?? '' })}
      description={t('That you read them is kept in the security log.')}
    >
      {shown &&
        (chatId === undefined ? (
          <ChatList personId={shown.id} onChosen={setChatId} />
        ) : (
          <OneChat personId={shown.id} chatId={chatId} onBack={() => setChatId(undefined)} />
        ))}
    </Dialog>
  )
}

/** Do not cache the chats, because the server must log every access. */
const unkept = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const

function ChatList({ personId, onChosen }: { personId: string; onChosen: (id: string) => void }) {
  const list = useInfiniteQuery({
    queryKey: ['chats-of-person', personId],
    queryFn: ({ pageParam, signal }) => listPersonChats(personId, pageParam, signal),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...unkept,
  })
  const chats = list.data?.pages.flatMap((page) => page.chats)
  return (
    <>
      <Trouble error={list.error} />
      {chats?.length === 0 && <p className="text-ink-muted">{t('They have no chats.')}</p>}
      <ul aria-label={t('Chats')} className="-mx-2">
        {chats?.map(({ id, title, updatedAt }) => (
          <li key={id}>
            <button
              type="button"
              className="flex w-full items-baseline justify-between gap-4 rounded-md px-2 py-2 text-start touch-target hover:bg-hover"
              onClick={() => onChosen(id)}
            >
              <span className="min-w-0 truncate">{title}</span>
              <span className="shrink-0 text-xs text-ink-muted">{formatDay(updatedAt)}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button isLoading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </>
  )
}

type OneChatProps = { personId: string; chatId: string; onBack: () => void }

function OneChat({ personId, chatId, onBack }: OneChatProps) {
  const { data, error } = useQuery({
    queryKey: ['chat-of-person', personId, chatId],
    queryFn: ({ signal }) => readPersonChat({ personId, chatId }, signal),
    ...unkept,
  })
  return (
    <>
      <Button variant="ghost" icon={<ArrowLeft aria-hidden />} onClick={onBack}>
        {t('All chats')}
      </Button>
      <Trouble error={error} />
      {data && <h3 className="mt-3 font-medium wrap-anywhere">{data.title}</h3>}
      {data?.messages.map(({ id, role, text }) => (
        <section key={id} className="mt-3">
          <h4 className="text-xs text-ink-muted">
            {role === 'user' ? t('Question') : t('Answer')}
          </h4>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {text}
          </p>
        </section>
      ))}
    </>
  )
}

const Trouble = ({ error }: { error: Error | null }) =>
  error && (
    <p role="alert" className="text-danger">
      {explainError(error)}
    </p>
  )
