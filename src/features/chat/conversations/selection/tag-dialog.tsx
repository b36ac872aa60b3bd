import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useId, useState, type FormEvent } from 'react'
import type { Conversation } from '#contract/chat/chat.ts'
import { chatTagLengthMax, chatTagsMax } from '#contract/chat/tags.ts'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/app.ts'
import { chatLibraryQueries } from '../library-queries.ts'
import { changeTags, countTagged, type TagChange } from './change-tags.ts'
import { formatChats, useSelectedActions } from './use-selected-actions.ts'

type TagDialogProps = {
  /** Undefined while the dialog is closed. */
  chosen: readonly Conversation[] | undefined
  onClose: () => void
}

export const TagDialog = ({ chosen, onClose }: TagDialogProps) => {
  const formId = useId()
  const [first] = chosen ?? []
  return (
    <Dialog
      isOpen={chosen !== undefined}
      onClose={onClose}
      title={
        chosen?.length === 1 && first ? t('Tags of “{title}”', { title: first.title }) : t('Tags')
      }
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {t('Save')}
          </Button>
        </>
      }
    >
      {chosen && <Form chosen={chosen} formId={formId} onClose={onClose} />}
    </Dialog>
  )
}

type FormProps = { chosen: readonly Conversation[]; formId: string; onClose: () => void }

function Form({ chosen, formId, onClose }: FormProps) {
  const { data: known = [] } = useQuery(chatLibraryQueries.tags())
  const { change } = useSelectedActions()
  const [wanted, setWanted] = useState<TagChange>({})
  const [text, setText] = useState('')
  const names = new Set([
    ...known.map(({ name }) => name),
    ...chosen.flatMap(({ tags = [] }) => tags),
    ...Object.keys(wanted),
  ])
  const typed = text.trim()
  const withTyped = typed === '' ? wanted : { ...wanted, [typed]: true }
  const isTooMany = chosen.some((one) => changeTags(one.tags, withTyped).length > chatTagsMax)
  const add = () => {
    setWanted(withTyped)
    setText('')
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isTooMany) return
    onClose()
    if (Object.keys(withTyped).length === 0) return
    void change(
      chosen,
      ({ tags }) => ({ tags: changeTags(tags, withTyped) }),
      (count) => t('Tags of {count} changed.', { count }),
    )
  }
  return (
    <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-4">
      {chosen.length > 1 && (
        <p className="text-ink-muted">
          {t('For {chosenCount}.', { chosenCount: formatChats(chosen.length) })}
        </p>
      )}
      {names.size > 0 && (
        <fieldset aria-label={t('Tags')} className="flex flex-wrap gap-1.5">
          {[...names].map((name) => {
            const state = countTagged(chosen, name, wanted)
            const isOn = state === 'all'
            return (
              <button
                key={name}
                type="button"
                aria-pressed={state === 'some' ? 'mixed' : isOn}
                onClick={() => setWanted({ ...wanted, [name]: !isOn })}
                className={cn(
                  'flex h-7.5 items-center gap-1 rounded-full border border-line-strong px-3 text-xs font-medium text-ink-muted hover:text-ink coarse:h-11',
                  isOn && 'border-ink bg-ink text-surface hover:text-surface',
                )}
              >
                {isOn && <Check aria-hidden className="size-3" />}
                {state === 'some' && <Minus aria-hidden className="size-3" />}
                <span className="max-w-48 truncate">{name}</span>
              </button>
            )
          })}
        </fieldset>
      )}
      <FormField
        label={t('New tag')}
        error={
          isTooMany ? t('A chat can have up to {chatTagsMax} tags.', { chatTagsMax }) : undefined
        }
      >
        <TextField
          maxLength={chatTagLengthMax}
          value={text}
          onChange={({ target }) => setText(target.value)}
          trailing={
            typed !== '' && (
              <button
                type="button"
                aria-label={t('Add the tag')}
                onClick={add}
                className="-me-1 rounded-sm p-0.5 text-ink-faint hover:text-ink"
              >
                <Plus aria-hidden className="size-4" />
              </button>
            )
          }
        />
      </FormField>
    </form>
  )
}
