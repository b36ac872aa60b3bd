import RefreshCw from 'lucide-react/icons/refresh-cw'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/app.ts'
import { CopyButton } from '../markdown/copy/copy-button.tsx'
import { FootnotePrefix } from '../markdown/draw/links.tsx'
import { Markdown } from '../markdown/draw/markdown.tsx'
import { FileChips } from './file-chips.tsx'
import type { TemporaryMessage } from './temporary-store.ts'

type TemporaryMessageProps = {
  message: TemporaryMessage
  name: string
  isLive: boolean
  onAgain: (() => void) | undefined
}

type TemporaryMessagesProps = {
  messages: readonly TemporaryMessage[]
  isAnswering: boolean
  nameOfModel: (modelId: string) => string
  /** Answers the last question again. */
  onAgain: (() => void) | undefined
}

/** Renders the questions and answers of a chat that is not stored. */
export const TemporaryMessages = ({
  messages,
  isAnswering,
  nameOfModel,
  onAgain,
}: TemporaryMessagesProps) =>
  messages.map((message, at) => {
    const isLast = at === messages.length - 1
    return (
      <TemporaryMessageView
        key={message.id}
        message={message}
        name={message.modelId === undefined ? '' : nameOfModel(message.modelId)}
        isLive={isAnswering && isLast}
        onAgain={isAnswering || !isLast ? undefined : onAgain}
      />
    )
  })

function TemporaryMessageView({ message, name, isLive, onAgain }: TemporaryMessageProps) {
  const { id, role, text, markdown, reasoning, problem } = message
  if (role === 'user') {
    return (
      <article aria-label={t('You')} className="flex flex-col items-end gap-1.5 pt-8">
        <FileChips files={message.files ?? []} className="justify-end" />
        {text !== '' && (
          <div
            dir="auto"
            className="max-w-[min(85%,36rem)] rounded-xl rounded-ee-sm bg-pressed px-3.5 py-2 text-md [overflow-wrap:anywhere] whitespace-pre-wrap"
          >
            {text}
          </div>
        )}
      </article>
    )
  }
  return (
    <article aria-label={t('Answer from {name}', { name })} aria-busy={isLive} className="pt-5">
      <h2 className="mb-2 text-xs font-medium text-ink-faint">{name}</h2>
      {reasoning !== '' && (
        <details className="mb-3 text-sm text-ink-muted">
          <summary className="cursor-pointer">{t('Reasoning')}</summary>
          <p className="mt-1 whitespace-pre-wrap">{reasoning}</p>
        </details>
      )}
      <FootnotePrefix value={id}>
        <Markdown markdown={markdown} isLive={isLive} />
      </FootnotePrefix>
      {problem !== undefined && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
      {!isLive && (
        <div className="mt-2 -ms-1.5 flex gap-0.5">
          {text !== '' && (
            <CopyButton
              label={t('Copy answer')}
              text={() => text}
              drawn={(button) => button.closest('article')?.querySelector(':scope > .markdown')}
            />
          )}
          {onAgain && (
            <IconButton
              size="sm"
              label={t('Regenerate')}
              icon={<RefreshCw aria-hidden />}
              onClick={onAgain}
            />
          )}
        </div>
      )}
    </article>
  )
}
