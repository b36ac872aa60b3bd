import { withBase } from '#lib/base-path.ts'
import { useQuery } from '@tanstack/react-query'
import AppWindow from 'lucide-react/icons/app-window'
import Download from 'lucide-react/icons/download'
import FileText from 'lucide-react/icons/file-text'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { useEffect, useMemo } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { documentUrlOfShared, exportUrlOfShared, readSharedChat } from '#api/chat/chat-shares.ts'
import type { Source } from '#contract/chat/chat.ts'
import type { SharedChat } from '#contract/chat/chat-shares.ts'
import { shownMentions } from '#lib/links/model-mention.ts'
import { LinkButton } from '#ui/actions/button.tsx'
import { LinkState } from '#ui/feedback/link-state.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { useUnlisted } from '#ui/layout/use-unlisted.ts'
import { t } from '#languages/app.ts'
import { AttachmentChip, formatAttachmentSize } from '../attachments/attachment-chip.tsx'
import { FootnotePrefix } from '../markdown/draw/links.tsx'
import { Markdown } from '../markdown/draw/markdown.tsx'
import { finishedMarkdown } from '../markdown/streaming/blocks.ts'
import { CardRoom } from '../thread/models/card-room.tsx'
import { WithSources } from '../thread/answer/with-sources.tsx'

const loadModelCard = async () => (await import('./shared-model-card.tsx')).SharedModelCard

type SharedMessage = SharedChat['messages'][number]

export function SharedChatPage({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['shared-chat', token],
    queryFn: ({ signal }) => readSharedChat(token, signal),
    retry: (count, failure) => !isGone(failure) && count < 2,
  })
  useUnlisted()
  useEffect(() => {
    if (data) document.title = t('{title} · Bozzetto', { title: data.title })
  }, [data])

  if (data) return <Shared chat={data} token={token} />
  return (
    <LinkState
      problem={error ? explainError(error) : undefined}
      isGone={isGone(error)}
      title={t('The chat could not be loaded')}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

const Shared = ({ chat, token }: { chat: SharedChat; token: string }) => (
  <div className="flex h-full flex-col">
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
      <h1 className="min-w-0 flex-1 basis-full truncate text-sm font-medium sm:basis-0">
        <bdi>{chat.title}</bdi>
      </h1>
      {chat.canContinue && (
        <>
          <LinkButton
            size="sm"
            href={exportUrlOfShared(token)}
            download
            icon={<Download aria-hidden />}
          >
            {t('Download')}
          </LinkButton>
          <LinkButton
            size="sm"
            variant="primary"
            href={`/chat?shared=${token}`}
            icon={<MessagesSquare aria-hidden />}
          >
            {t('Continue this chat')}
          </LinkButton>
        </>
      )}
    </header>
    <section
      aria-label={t('Messages')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
    >
      <div className="mx-auto w-full max-w-[calc(45rem+2rem)] px-4 pb-12">
        {chat.messages.map((message) =>
          message.role === 'user' ? (
            <SharedQuestion key={message.id} message={message} token={token} />
          ) : (
            <SharedAnswer key={message.id} message={message} token={token} />
          ),
        )}
      </div>
    </section>
  </div>
)

type SharedMessageProps = { message: SharedMessage; token: string }

function SharedQuestion({ message, token }: SharedMessageProps) {
  const { text } = message
  return (
    <article aria-label={t('Question')} className="flex flex-col items-end gap-1.5 pt-8">
      <h2 className="sr-only">{t('Question')}</h2>
      <SharedFiles message={message} token={token} />
      {text !== '' && (
        <div
          dir="auto"
          className="max-w-[min(85%,36rem)] rounded-xl rounded-ee-sm bg-pressed px-3.5 py-2 text-md [overflow-wrap:anywhere] whitespace-pre-wrap"
        >
          {shownMentions(text)}
        </div>
      )}
    </article>
  )
}

function SharedAnswer({ message, token }: SharedMessageProps) {
  const { id, text, modelId } = message
  const markdown = useMemo(() => finishedMarkdown(text), [text])
  const sources = useMemo(() => indexByNumber(message.sources), [message.sources])
  return (
    <article aria-label={t('Answer')} className="pt-5">
      <h2 className="mb-2 text-xs font-medium text-ink-faint">{getModelName(modelId)}</h2>
      <WithSources sources={sources}>
        <FootnotePrefix value={id}>
          <Markdown markdown={markdown} />
        </FootnotePrefix>
      </WithSources>
      <div className="mt-3 flex flex-col items-start gap-1.5 empty:hidden">
        <SharedFiles message={message} token={token} />
      </div>
      {message.models?.map((model) => (
        <div key={model.id} className="mt-3">
          <Loaded load={loadModelCard} props={{ model }} fallback={<CardRoom />} />
        </div>
      ))}
    </article>
  )
}

/**
 * Returns the provider's name of a model, because visitors do not know the name of the connection.
 */
const getModelName = (modelId: string | undefined): string =>
  modelId?.slice(modelId.indexOf('/') + 1) ?? t('Answer')

function indexByNumber(cited: SharedMessage['sources']): (Source | undefined)[] | undefined {
  if (!cited) return undefined
  const sources: (Source | undefined)[] = []
  for (const { number, title, url } of cited) sources[number - 1] = { title, url, quote: '' }
  return sources
}

const SharedFiles = ({
  message: { attachments = [], hiddenFiles = 0, hiddenApps = 0 },
  token,
}: SharedMessageProps) => (
  <>
    {attachments.map((one) =>
      one.kind === 'picture' ? (
        <img
          key={one.id}
          src={one.url}
          alt={one.name}
          width={one.widthPx}
          height={one.heightPx}
          loading="lazy"
          className="h-40 w-auto max-w-full rounded-lg border border-line bg-pressed object-contain"
        />
      ) : (
        <a key={one.id} href={withBase(documentUrlOfShared(token, one.id))} download>
          <AttachmentChip name={one.name} detail={formatAttachmentSize(one)} />
        </a>
      ),
    )}
    {hiddenFiles > 0 && (
      <span className="flex items-center gap-1.5 text-xs text-ink-faint">
        <FileText aria-hidden className="size-3.5" />
        {hiddenFiles === 1
          ? t('1 file is not shared')
          : t('{hiddenFiles} files are not shared', { hiddenFiles })}
      </span>
    )}
    {hiddenApps > 0 && (
      <span className="flex items-center gap-1.5 text-xs text-ink-faint">
        <AppWindow aria-hidden className="size-3.5" />
        {hiddenApps === 1
          ? t('1 app is not shared')
          : t('{hiddenApps} apps are not shared', { hiddenApps })}
      </span>
    )}
  </>
)

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
