import { joinWithCommas } from '#lib/format.ts'
import { language } from '#lib/language/translate.ts'
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { putPromptSchema, type Prompt } from '#contract/chat/library.ts'
import { newId } from '#lib/id.ts'
import { readVariables } from '#lib/prompt-variables.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import { chatLibraryQueries, useChatLibrary } from '../conversations/library-queries.ts'

type PromptsDialogProps = {
  isOpen: boolean
  onClose: () => void
  onUse: (prompt: Prompt) => void
}

type Edited = Pick<Prompt, 'id' | 'title' | 'command' | 'text'>

export function PromptsDialog({ isOpen, onClose, onUse }: PromptsDialogProps) {
  const [edited, setEdited] = useState<Edited>()
  const close = () => {
    setEdited(undefined)
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={edited ? t('Prompt') : t('Prompts')}
      description={
        edited
          ? t('Write variables as {name}, {preset} or {choice}.', {
              name: '{{name}}',
              preset: '{{name=default}}',
              choice: '{{tone:formal|friendly}}',
            })
          : t('Type / and a prompt’s command in the message box to use it.')
      }
    >
      {edited ? (
        <PromptForm key={edited.id} prompt={edited} onDone={() => setEdited(undefined)} />
      ) : (
        <PromptList onUse={onUse} onEdit={setEdited} />
      )}
    </Dialog>
  )
}

type PromptListProps = { onUse: (prompt: Prompt) => void; onEdit: (prompt: Edited) => void }

function PromptList({ onUse, onEdit }: PromptListProps) {
  const { data: prompts = [], error, isPending } = useQuery(chatLibraryQueries.prompts())
  const { deletePrompt, putPrompt } = useChatLibrary()

  const remove = ({ id, createdAt: _at, ...prompt }: Prompt) =>
    deletePrompt.mutate(id, {
      onSuccess: () =>
        showToast({
          title: t('“{title}” was deleted.', { title: prompt.title }),
          action: { label: t('Undo'), onSelect: () => putPrompt.mutate({ id, prompt }) },
        }),
      onError: reportFailure(t('Could not delete the prompt.')),
    })
  return (
    <div className="flex flex-col gap-3">
      {error && <p role="alert">{explainError(error)}</p>}
      {!isPending && prompts.length === 0 && !error && (
        <p className="text-ink-muted">
          {t('No prompts yet. Save what you ask often: a code review, a letter, a summary.')}
        </p>
      )}
      <ul className="-mx-2">
        {prompts.map((prompt) => (
          <li
            key={prompt.id}
            className="flex min-h-10 items-center gap-1 rounded-md pe-1 hover:bg-hover"
          >
            <button
              type="button"
              onClick={() => onUse(prompt)}
              className="flex min-w-0 flex-1 items-baseline gap-2 rounded-md px-2 py-2 text-start"
            >
              <span className="shrink-0 font-medium">{prompt.title}</span>
              <span className="shrink-0 text-xs text-ink-faint">/{prompt.command}</span>
              <span className="min-w-0 flex-1 truncate text-xs text-ink-faint">{prompt.text}</span>
            </button>
            <IconButton
              size="sm"
              label={t('Edit {title}', { title: prompt.title })}
              icon={<Pencil aria-hidden />}
              onClick={() => onEdit(prompt)}
            />
            <IconButton
              size="sm"
              label={t('Delete {title}', { title: prompt.title })}
              icon={<Trash2 aria-hidden />}
              onClick={() => remove(prompt)}
            />
          </li>
        ))}
      </ul>
      <Button
        className="self-start"
        icon={<Plus aria-hidden />}
        onClick={() => onEdit({ id: newId(), title: '', command: '', text: '' })}
      >
        {t('New prompt')}
      </Button>
    </div>
  )
}

function PromptForm({ prompt, onDone }: { prompt: Edited; onDone: () => void }) {
  const [draft, setDraft] = useState<Edited>(prompt)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { putPrompt } = useChatLibrary()
  const { title, text } = draft
  const command = draft.command === '' ? toCommandWord(title) : draft.command
  const checked = putPromptSchema.safeParse({ title, command, text })
  const getIssue = (name: string): string | undefined => {
    const { error: refused } = putPrompt
    const isRefused = refused instanceof ApiError && refused.code === 'conflict'
    if (name === 'command' && isRefused) return refused.message
    if (!isSubmitted || checked.success) return undefined
    const issue = checked.error.issues.find(({ path }) => path[0] === name)
    if (!issue) return undefined
    if (issue.code === 'too_big')
      return t('At most {maximum} characters.', { maximum: issue.maximum.toLocaleString(language) })
    return name === 'command'
      ? t('Lowercase letters, digits, - and _ only.')
      : t('This field is required.')
  }
  const error = (name: string) => {
    const issue = getIssue(name)
    return issue === undefined ? {} : { error: issue }
  }
  const gaps = readVariables(text)

  const save = () => {
    setIsSubmitted(true)
    if (!checked.success) return
    putPrompt.mutate(
      { id: draft.id, prompt: checked.data },
      {
        onSuccess: onDone,
        onError: reportFailure(t('Could not save the prompt.')),
      },
    )
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField label={t('Title')} {...error('title')}>
          <TextField
            value={title}
            onChange={({ target }) => setDraft({ ...draft, title: target.value })}
          />
        </FormField>
        <FormField label={t('Command')} {...error('command')}>
          <TextField
            value={command}
            icon="/"
            onChange={({ target }) => setDraft({ ...draft, command: target.value.toLowerCase() })}
          />
        </FormField>
      </div>
      <FormField
        label={t('Text')}
        hint={
          gaps.length > 0
            ? t('Variables: {gaps}.', { gaps: joinWithCommas(gaps.map(({ name }) => name)) })
            : undefined
        }
        {...error('text')}
      >
        <TextArea
          rowsMin={6}
          rowsMax={16}
          value={text}
          onChange={({ target }) => setDraft({ ...draft, text: target.value })}
        />
      </FormField>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="primary" isLoading={putPrompt.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

/** Converts `Review my code` to `review-my-code`. */
const toCommandWord = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{Ll}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
