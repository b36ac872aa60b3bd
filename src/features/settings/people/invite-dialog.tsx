import { useId, useState, type FormEvent } from 'react'
import { explain } from '#api/http/errors.ts'
import type { Role } from '#contract/access.ts'
import type { Invited } from '#contract/people.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Field } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { CopyField } from '../layout/copy-field.tsx'
import { FormButtons } from '../layout/form-buttons.tsx'
import { useInvite } from './people-queries.ts'

type InviteDialogProps = { isOpen: boolean; onClose: () => void }

/** Makes an invitation and shows its link, this once. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const [invited, setInvited] = useState<Invited>()
  const [wasOpen, setWasOpen] = useState(isOpen)
  const formId = useId()
  const invite = useInvite()
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    // A new round begins empty; while it fades out the words stay.
    if (isOpen) setInvited(undefined)
  }
  if (invited) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={`The invitation for ${invited.invitation.name}`}
        description="Send this link. It makes one account, works for a week, and won’t be shown again."
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <CopyField
          label="Invitation link"
          text={`${window.location.origin}/invitation/${invited.token}`}
          isSelected
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Invite somebody"
      size="sm"
      footer={
        <FormButtons
          formId={formId}
          label="Create link"
          isPending={invite.isPending}
          onCancel={onClose}
        />
      }
    >
      <InviteForm
        key={String(isOpen)}
        formId={formId}
        error={invite.error ? explain(invite.error) : undefined}
        onSubmit={(request) => invite.mutate(request, { onSuccess: setInvited })}
      />
    </Dialog>
  )
}

type InviteFormProps = {
  formId: string
  error: string | undefined
  onSubmit: (request: { name: string; role: Role }) => void
}

function InviteForm({ formId, error, onSubmit }: InviteFormProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('member')

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit({ name, role })
  }

  return (
    <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Name" error={error}>
        <TextField
          autoComplete="off"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field
        label="Role"
        hint="Admins manage connections, models and people. Nobody sees the chats and models of others."
      >
        <SegmentedControl
          value={role}
          onValueChange={setRole}
          options={[
            { value: 'member', label: 'Member' },
            { value: 'admin', label: 'Admin' },
          ]}
        />
      </Field>
    </form>
  )
}
