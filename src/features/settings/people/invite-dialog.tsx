import { useId, useState, type FormEvent } from 'react'
import { getFieldProblems } from '#api/http/field-problems.ts'
import { emailLengthMax, type Role } from '#contract/access/access.ts'
import type { Invite, Invited } from '#contract/access/people.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { ShownOnceDialog } from '../layout/shown-once-dialog.tsx'
import { useSinceOpened } from '../layout/use-since-opened.ts'
import { toInvitationLink } from './invitation-link.ts'
import { useInvite } from './people-queries.ts'

type InviteDialogProps = {
  isOpen: boolean
  onClose: () => void
  provider: string | undefined
  canMail: boolean
}

export function InviteDialog({ isOpen, onClose, provider, canMail }: InviteDialogProps) {
  const [invited, setInvited] = useSinceOpened<Invited>(isOpen)
  const formId = useId()
  const invite = useInvite()
  const close = () => {
    invite.reset()
    onClose()
  }
  if (invited) {
    return (
      <ShownOnceDialog
        isOpen={isOpen}
        onClose={onClose}
        title={t('The invitation for {name}', { name: invited.invitation.name })}
        description={
          invited.isMailed
            ? t(
                'The link is on its way to {email}. The list of invitations shows whether the mail was sent. The link creates one account, works for a week, and won’t be shown again.',
                { email: invited.invitation.email ?? '' },
              )
            : t(
                'Send this link. It creates one account, works for a week, and won’t be shown again.',
              )
        }
        label={t('Invitation link')}
        text={toInvitationLink(invited.token)}
      />
    )
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('Invite someone')}
      size="sm"
      footer={
        <FormButtons
          formId={formId}
          label={canMail ? t('Invite') : t('Create link')}
          isPending={invite.isPending}
          onCancel={close}
        />
      }
    >
      <InviteForm
        key={String(isOpen)}
        formId={formId}
        provider={provider}
        canMail={canMail}
        error={invite.error}
        onSubmit={(request) => invite.mutate(request, { onSuccess: setInvited })}
      />
    </Dialog>
  )
}

type InviteFormProps = {
  formId: string
  provider: string | undefined
  canMail: boolean
  error: unknown
  onSubmit: (request: Invite) => void
}

function InviteForm({ formId, provider, canMail, error, onSubmit }: InviteFormProps) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const problems = getFieldProblems(error, ['name', 'email'])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit({ name, role, ...(email !== '' && { email }) })
  }

  return (
    <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
      <FormField label={t('Name')} error={problems.name}>
        <TextField
          autoComplete="off"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </FormField>
      <FormField
        label={t('Email (optional)')}
        hint={describeEmail(provider, canMail)}
        error={problems.email}
      >
        <TextField
          type="email"
          autoComplete="off"
          maxLength={emailLengthMax}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </FormField>
      <FormField
        label={t('Role')}
        hint={t(
          'Admins manage connections, models and people. Nobody sees other people’s chats and models unless they are shared with them.',
        )}
      >
        <SegmentedControl
          value={role}
          onValueChange={setRole}
          options={[
            { value: 'member', label: t('Member') },
            { value: 'admin', label: t('Admin') },
          ]}
        />
      </FormField>
    </form>
  )
}

const describeEmail = (provider: string | undefined, canMail: boolean): string =>
  [
    t('Only this address can accept the invitation.'),
    canMail && t('The link is sent there.'),
    provider !== undefined &&
      t('Signing in with {provider} and this address needs no link.', { provider }),
  ]
    .filter(Boolean)
    .join(' ')
