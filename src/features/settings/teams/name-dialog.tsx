import { useId, useState, type FormEvent } from 'react'
import { getFieldProblems } from '#api/http/field-problems.ts'
import type { Team } from '#contract/access/teams.ts'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { useMakeTeam, useRenameTeam } from './team-mutations.ts'

type NameDialogProps = {
  isOpen: boolean
  team: Team | undefined
  onClose: () => void
}

export function NameDialog({ isOpen, team, onClose }: NameDialogProps) {
  const formId = useId()
  const make = useMakeTeam()
  const rename = useRenameTeam()
  const { error, isPending, reset } = team ? rename : make
  const close = () => {
    reset()
    onClose()
  }

  function save(name: string) {
    if (team) rename.mutate({ id: team.id, name }, { onSuccess: onClose })
    else make.mutate(name, { onSuccess: onClose })
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={team ? t('Rename team') : t('New team')}
      size="sm"
      footer={
        <FormButtons
          formId={formId}
          label={team ? t('Rename') : t('Create')}
          isPending={isPending}
          onCancel={close}
        />
      }
    >
      <NameForm
        key={`${isOpen} ${team?.id}`}
        formId={formId}
        initial={team?.name ?? ''}
        error={getFieldProblems(error, ['name']).name}
        onSubmit={save}
      />
    </Dialog>
  )
}

type NameFormProps = {
  formId: string
  initial: string
  error: string | undefined
  onSubmit: (name: string) => void
}

function NameForm({ formId, initial, error, onSubmit }: NameFormProps) {
  const [name, setName] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(name)
  }
  return (
    <form id={formId} onSubmit={submit}>
      <FormField label={t('Name')} error={error}>
        <TextField
          autoComplete="off"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </FormField>
    </form>
  )
}
