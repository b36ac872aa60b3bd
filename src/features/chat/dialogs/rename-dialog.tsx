import { useRef } from 'react'
import type { Conversation } from '#contract/chat/chat.ts'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/app.ts'
import { useChangeConversation } from '../conversations/library-queries.ts'

type RenameDialogProps = { conversation: Conversation | undefined; onClose: () => void }

const titleLengthMax = 200

export function RenameDialog({ conversation, onClose }: RenameDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const { mutate } = useChangeConversation()
  const rename = () => {
    const title = field.current?.value.trim() ?? ''
    if (conversation && title !== '' && title !== conversation.title) {
      mutate(
        { id: conversation.id, change: { title } },
        { onError: reportFailure(t('Could not rename the chat.')) },
      )
    }
    onClose()
  }
  return (
    <Dialog isOpen={conversation !== undefined} onClose={onClose} title={t('Rename chat')}>
      {conversation && (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            rename()
          }}
        >
          <FormField label={t('Title')}>
            <TextField ref={field} defaultValue={conversation.title} maxLength={titleLengthMax} />
          </FormField>
          <Button type="submit" variant="primary" className="self-end">
            {t('Rename')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
