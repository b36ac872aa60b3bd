import { useQuery } from '@tanstack/react-query'
import UserMinus from 'lucide-react/icons/user-minus'
import { explainError } from '#lib/explain.ts'
import type { Team, TeamRole } from '#contract/access/teams.ts'
import { directoryQuery } from '#queries/teams.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { useRemoveMember, useSetMember } from './team-mutations.ts'

const roleOptions: { value: TeamRole; label: string; hint: string }[] = [
  { value: 'viewer', label: t('Viewer'), hint: t('Can read what is shared with the team') },
  { value: 'editor', label: t('Editor'), hint: t('Can also edit it and continue its chats') },
  { value: 'owner', label: t('Owner'), hint: t('Can also manage the team') },
]
const nameOfRole = (role: TeamRole): string =>
  roleOptions.find(({ value }) => value === role)?.label ?? role

type MembersDialogProps = {
  team: Team | undefined
  onClose: () => void
}

export function MembersDialog({ team, onClose }: MembersDialogProps) {
  const shown = useLastDefined(team)
  return (
    <Dialog
      isOpen={team !== undefined}
      onClose={onClose}
      title={t('People in {name}', { name: shown?.name ?? '' })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      {shown && <Members team={shown} />}
    </Dialog>
  )
}

function Members({ team }: { team: Team }) {
  const { id: teamId, members, canManage } = team
  const directory = useQuery({ ...directoryQuery(), enabled: canManage })
  const set = useSetMember()
  const remove = useRemoveMember()
  const everyone = directory.data?.people ?? []
  const others = everyone.filter(({ id }) => !members.some(({ userId }) => userId === id))
  const error = set.error ?? remove.error
  return (
    <div className="flex flex-col gap-4">
      {error && (
        <p role="alert" className="text-danger">
          {explainError(error)}
        </p>
      )}
      {members.length === 0 && <p className="text-ink-muted">{t('Nobody is in this team.')}</p>}
      <ul aria-label={t('People in this team')} className="flex flex-col gap-2">
        {members.map(({ userId, name, role }) => (
          <li key={userId} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            {canManage ? (
              <FormField label={t('Role of {name}', { name })} isLabelHidden>
                <Select
                  value={role}
                  onValueChange={(next) => set.mutate({ teamId, userId, role: next })}
                  options={roleOptions}
                />
              </FormField>
            ) : (
              <span className="text-ink-muted">{nameOfRole(role)}</span>
            )}
            {canManage && (
              <IconButton
                label={t('Remove {name}', { name })}
                icon={<UserMinus aria-hidden />}
                onClick={() => remove.mutate({ teamId, userId })}
              />
            )}
          </li>
        ))}
      </ul>
      {canManage && others.length > 0 && (
        <FormField label={t('Add someone')}>
          <Select
            value={undefined}
            placeholder={t('Choose')}
            onValueChange={(userId) => set.mutate({ teamId, userId, role: 'viewer' })}
            options={others.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
          />
        </FormField>
      )}
    </div>
  )
}
