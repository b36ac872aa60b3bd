import type { SharedWithMe } from '#contract/sharing/shared-with-me.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { useChatTrash } from '../conversations/library-queries.ts'
import { OfferedText } from '../instructions/offered-text.tsx'

const note = 'mx-auto w-full max-w-3xl px-4 text-center text-xs text-ink-muted'

type ChatNotesProps = {
  shared: SharedWithMe['chats'][number] | undefined
  trashedId: string | undefined
  isReadByAdmins: boolean
  offeredPrompt: string | undefined
  onPrompt: (systemPrompt: string) => void
}

export const ChatNotes = ({
  shared,
  trashedId,
  isReadByAdmins,
  offeredPrompt,
  onPrompt,
}: ChatNotesProps) => (
  <>
    {offeredPrompt !== undefined && trashedId === undefined && (
      <div className="mx-auto w-full max-w-3xl px-4 pb-2">
        <OfferedText
          place={t('this chat')}
          text={offeredPrompt}
          onAccept={() => onPrompt(offeredPrompt)}
          onRemove={() => onPrompt('')}
        />
      </div>
    )}
    {shared && (
      <p role="note" className={`${note} py-2`}>
        {shared.role === 'editor'
          ? t(
              '{from} shares this chat with you. Answers here use no tools, memory or folder files.',
              { from: shared.from },
            )
          : t('{from} shares this chat with you. You can read it.', { from: shared.from })}
      </p>
    )}
    {trashedId !== undefined && <TrashNote id={trashedId} />}
    {isReadByAdmins && (
      <p role="note" className={`${note} pb-2`}>
        {t('Admins of this server can read your chats. Every access is logged.')}
      </p>
    )}
  </>
)

function TrashNote({ id }: { id: string }) {
  const { restore } = useChatTrash()
  return (
    <div
      role="note"
      className={`${note} flex flex-wrap items-center justify-center gap-3 pt-2 pb-4`}
    >
      {t('This chat is in the trash.')}
      <Button
        size="sm"
        onClick={() => restore(id, { onError: reportFailure(t('Could not restore the chat.')) })}
      >
        {t('Restore')}
      </Button>
    </div>
  )
}
