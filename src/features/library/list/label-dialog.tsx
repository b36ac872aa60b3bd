import { useId, useState, type FormEvent } from 'react'
import { tagLengthMax } from '#contract/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Suggestions } from '#ui/fields/suggestions.tsx'
import { t } from '#languages/library.ts'

export type LabelDialogProps = {
  isOpen: boolean
  kind: 'tag' | 'folder'
  count: number
  suggestions: readonly string[]
  onClose: () => void
  onEnter: (name: string) => void
}

export function LabelDialog(props: LabelDialogProps) {
  const { kind, count, suggestions, onClose, onEnter } = props
  const [text, setText] = useState('')
  const formId = useId()
  const listId = useId()
  const name = text.trim()
  const isTag = kind === 'tag'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name !== '' || !isTag) onEnter(name)
  }
  const models = count === 1 ? t('1 model') : t('{count} models', { count })
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={onClose}
      title={isTag ? t('Tag {models}', { models }) : t('Move {models}', { models })}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={isTag && name === ''}>
            {isTag ? t('Add tag') : name === '' ? t('Remove from folder') : t('Move')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <FormField
          label={isTag ? t('Tag') : t('Folder')}
          hint={isTag ? undefined : t('Leave it empty to remove them from their folder.')}
        >
          <TextField
            list={listId}
            maxLength={tagLengthMax}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </FormField>
        <Suggestions id={listId} names={suggestions} />
      </form>
    </Dialog>
  )
}
