import Pencil from 'lucide-react/icons/pencil'
import { memo, use, useState } from 'react'
import type { Message } from '#contract/chat/chat.ts'
import { readModelLink } from '#lib/links/model-link.ts'
import { mentionPieces } from '#lib/links/model-mention.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/app.ts'
import { MessageFiles } from '../attachments/message-files.tsx'
import { CopyButton } from '../markdown/copy/copy-button.tsx'
import { ModelTextLink } from '../markdown/draw/links.tsx'
import { splitPastedCode } from './pasted-code.ts'
import { SiblingPicker } from './sibling-picker.tsx'
import { BusyContext, ReadOnlyContext, useThreadActions } from './thread-actions.ts'

type QuestionProps = { message: Message; siblings: readonly string[] }

/** Number of lines that are shown at first, so that pasted text does not hide the conversation. */
const foldedLines = 14
const foldedUnits = 1_600

export const QuestionView = memo(function Question({ message, siblings }: QuestionProps) {
  const isReadOnly = use(ReadOnlyContext)
  const { text, attachments = [], deletedFiles } = message
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isLong = text.length > foldedUnits || text.split('\n', foldedLines + 1).length > foldedLines

  return (
    <article aria-label={t('You')} className="group/turn flex items-end justify-end gap-1">
      {/* Users of screen readers jump between messages by their headings. */}
      <h2 className="sr-only">{t('You')}</h2>
      <div className="flex shrink-0 items-center opacity-0 transition-opacity group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 has-[[data-siblings]]:opacity-100 coarse:opacity-100">
        <SiblingPicker id={message.id} siblings={siblings} />
        {!isReadOnly && <EditButton id={message.id} />}
        <CopyButton label={t('Copy question')} text={() => text} />
      </div>
      <div className="flex max-w-[min(85%,36rem)] min-w-0 flex-col items-end gap-1.5">
        <MessageFiles attachments={attachments} deletedFiles={deletedFiles} />
        {text !== '' && (
          <div className="found-mark max-w-full rounded-xl rounded-ee-sm bg-surface-bubble px-4 py-2.5 text-md forced-colors:border">
            <div
              data-find
              dir="auto"
              data-folded={(isLong && !isUnfolded) || undefined}
              className="[overflow-wrap:anywhere] whitespace-pre-wrap data-folded:line-clamp-[14] [&_a]:underline [&_a]:underline-offset-2"
            >
              <QuestionText text={text} />
            </div>
            {isLong && (
              <button
                type="button"
                aria-expanded={isUnfolded}
                onClick={() => setIsUnfolded(!isUnfolded)}
                className="mt-1 text-xs font-medium text-ink-muted underline-offset-2 hover:text-ink hover:underline"
              >
                {isUnfolded ? t('Show less') : t('Show all')}
              </button>
            )}
          </div>
        )}
      </div>
    </article>
  )
})

const pencil = <Pencil aria-hidden />

// Only this button of a question renders again when an answer starts or ends.
function EditButton({ id }: { id: string }) {
  const { edit } = useThreadActions()
  return (
    <IconButton
      size="sm"
      label={t('Edit question')}
      disabled={use(BusyContext)}
      icon={pencil}
      onClick={() => edit(id)}
    />
  )
}

const QuestionText = memo(({ text }: { text: string }) =>
  splitPastedCode(text).map((piece, at) =>
    piece.isCode ? (
      <code key={at} dir="ltr" className="font-mono text-sm">
        {piece.text}
      </code>
    ) : (
      <Words key={at} text={piece.text} />
    ),
  ),
)

/**
 * Renders mentioned models as links with their name. The text contains their ids for the language
 * model.
 */
const Words = ({ text }: { text: string }) =>
  mentionPieces(text).map((piece, at) => {
    const link = piece.link === undefined ? undefined : readModelLink(piece.link)
    return link ? (
      <ModelTextLink key={at} link={link}>
        {piece.text}
      </ModelTextLink>
    ) : (
      piece.text
    )
  })
