import { useId, type FormEvent } from 'react'
import { explainError } from '#lib/explain.ts'
import type { Person } from '#contract/access/people.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { useSinceOpened } from '../layout/use-since-opened.ts'
import { useHandOver } from './people-queries.ts'

type HandOverDialogProps = {
  person: Person | undefined
  people: readonly Person[]
  onClose: () => void
}

export function HandOverDialog({ person, people, onClose }: HandOverDialogProps) {
  const formId = useId()
  const handOver = useHandOver()
  const shown = useLastDefined(person)
  const [to, setTo] = useSinceOpened<string>(person !== undefined)
  const [isTried, setIsTried] = useSinceOpened<boolean>(person !== undefined)

  function close() {
    handOver.reset()
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    const taker = people.find(({ id }) => id === to)
    if (!person || !taker) return
    handOver.mutate(
      { id: person.id, to: taker.id },
      {
        onSuccess: () => {
          showToast({ title: t('{name} has them now', { name: taker.name }), kind: 'success' })
          onClose()
        },
      },
    )
  }

  const missing = isTried && to === undefined ? t('Choose who gets them.') : undefined
  const problem = handOver.error ? explainError(handOver.error) : missing

  return (
    <Dialog
      isOpen={person !== undefined}
      onClose={close}
      title={t('Hand over from {name}', { name: shown?.name ?? '' })}
      description={t(
        'Chats, models, pictures, documents, assistants and prompts become someone else’s. This can’t be undone. API keys and memories stay.',
      )}
      size="sm"
      footer={
        <FormButtons
          formId={formId}
          label={t('Hand over')}
          isPending={handOver.isPending}
          onCancel={close}
        />
      }
    >
      <form id={formId} onSubmit={submit}>
        <FormField label={t('To')} error={problem}>
          <Select
            value={to}
            onValueChange={setTo}
            placeholder={t('Choose someone')}
            options={people
              .filter(({ id, isOff }) => id !== shown?.id && !isOff)
              .map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
          />
        </FormField>
      </form>
    </Dialog>
  )
}
