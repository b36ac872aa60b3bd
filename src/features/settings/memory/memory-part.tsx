import { language } from '#lib/language/translate.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useState, type FormEvent } from 'react'
import { explainError } from '#lib/explain.ts'
import { clearMemory, deleteMemory, putMemory, readMemory, turnMemory } from '#api/chat/memory.ts'
import {
  countSentMemories,
  memoryLengthMax,
  sentMemoryLengthMax,
  type MemoryState,
} from '#contract/chat/memory.ts'
import { newId } from '#lib/id.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'

const key = ['memory']

function useMemoryChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<MemoryState>) => change(),
    onSuccess: (state) => client.setQueryData(key, state),
    onError: reportFailure(t('Could not change the memory')),
  })
}

/** Renders the facts about the user that every chat includes. */
export function MemoryPart() {
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readMemory(signal),
    staleTime: 0,
  })
  const { mutate, isPending } = useMemoryChange()
  const [isClearing, setIsClearing] = useState(false)
  const sentCount = countSentMemories(data?.memories.map(({ text }) => text) ?? [])
  return (
    <SettingsPart
      id="memory"
      title={t('Memory')}
      about={t(
        'What every chat should know about you. While it is on, the entries are sent with each question, except in temporary chats.',
      )}
      action={
        data &&
        data.memories.length > 0 && (
          <Button icon={<Trash2 aria-hidden />} onClick={() => setIsClearing(true)}>
            {t('Delete all')}
          </Button>
        )
      }
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {data && (
        <div className={cardClass}>
          {/* A separate element, because the card draws a line between its children. */}
          <div className="flex flex-col gap-3 px-4 py-3">
            <Switch
              label={t('Use memory in chats')}
              checked={data.isOn}
              disabled={isPending}
              onCheckedChange={(isOn) => mutate(() => turnMemory(isOn))}
            />
            <NewEntry
              onAdd={(text, onAdded) =>
                mutate(() => putMemory(newId(), text), { onSuccess: onAdded })
              }
            />
            {sentCount < data.memories.length && (
              <p className="text-xs text-ink-muted">
                {t(
                  'The {sentCount} newest entries are sent. The older ones are not, because all together are longer than {sentMemoryLengthMax} characters.',
                  { sentCount, sentMemoryLengthMax: sentMemoryLengthMax.toLocaleString(language) },
                )}
              </p>
            )}
            {data.memories.length > 0 && (
              <ul aria-label={t('Memories')} className="flex flex-col gap-2">
                {data.memories.map(({ id, text }) => (
                  <Entry
                    key={`${id} ${text}`}
                    text={text}
                    onSave={(next) => mutate(() => putMemory(id, next))}
                    onDelete={() => mutate(() => deleteMemory(id))}
                  />
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
      <ConfirmDialog
        isOpen={isClearing}
        onClose={() => setIsClearing(false)}
        onConfirm={() => {
          mutate(clearMemory)
          setIsClearing(false)
        }}
        isDangerous
        title={t('Delete all memories?')}
        description={t('This cannot be undone.')}
        confirmLabel={t('Delete all')}
      />
    </SettingsPart>
  )
}

function NewEntry({ onAdd }: { onAdd: (text: string, onAdded: () => void) => void }) {
  const [text, setText] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onAdd(text.trim(), () => setText((now) => (now === text ? '' : now)))
  }
  return (
    <form className="flex items-center gap-2" onSubmit={add}>
      <TextField
        aria-label={t('New memory')}
        placeholder={t('I prefer metric units')}
        maxLength={memoryLengthMax}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="flex-1"
      />
      <Button type="submit" icon={<Plus aria-hidden />} disabled={text.trim() === ''}>
        {t('Add')}
      </Button>
    </form>
  )
}

type EntryProps = { text: string; onSave: (text: string) => void; onDelete: () => void }

/**
 * Renders an editable entry. Saves the entry on blur or Enter. If the field is empty, restores the
 * previous text.
 */
function Entry({ text, onSave, onDelete }: EntryProps) {
  const [draft, setDraft] = useState(text)
  const save = () => {
    const next = draft.trim()
    if (next === '') setDraft(text)
    else if (next !== text) onSave(next)
  }
  return (
    <li className="flex items-center gap-2">
      <TextField
        aria-label={t('Memory')}
        value={draft}
        maxLength={memoryLengthMax}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
        }}
        className="flex-1"
      />
      <IconButton
        label={t('Delete this memory')}
        icon={<Trash2 aria-hidden />}
        onClick={onDelete}
      />
    </li>
  )
}
