import { useQuery } from '@tanstack/react-query'
import Link2 from 'lucide-react/icons/link-2'
import Link2Off from 'lucide-react/icons/link-2-off'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { AccessState } from '#contract/access/access.ts'
import type { InvitationMail, PeopleList, Person } from '#contract/access/people.ts'
import { teamsQuery } from '#queries/teams.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { formatDay } from '../layout/format-day.ts'
import { SettingsPart } from '../layout/part.tsx'
import { ShownOnceDialog } from '../layout/shown-once-dialog.tsx'
import { useRemoval } from '../layout/use-removal.ts'
import { BeginDialog } from './begin-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { toInvitationLink } from './invitation-link.ts'
import {
  peopleQuery,
  useDeletePerson,
  useRenewInvitation,
  useRevokeInvitation,
} from './people-queries.ts'
import { PersonRow } from './person-row.tsx'
import { ReadChatsDialog } from './read-chats-dialog.tsx'
import { SettingSwitch } from '../teams/setting-switch.tsx'

const aboutPeople = (isReadByAdmins: boolean): string =>
  t(
    'Everyone has chats, models, files and API keys of their own, which nobody else sees unless they share them{isReadByAdmins, select, true {, except that admins can read chats} other {}}. Connections and models are everyone’s.',
    { isReadByAdmins },
  )

export function PeoplePart({ access }: { access: AccessState }) {
  const [opened, setOpened] = useState<'begin' | 'invite'>()
  const close = () => setOpened(undefined)
  const areOn = access.signInWith === 'account'
  const { data: teams } = useQuery(teamsQuery())
  const { data: people } = useQuery({ ...peopleQuery(), enabled: areOn })
  return (
    <SettingsPart
      id="people"
      title={t('People')}
      about={aboutPeople(teams?.settings.adminsReadChats === true)}
      action={
        areOn && (
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden />}
            onClick={() => setOpened('invite')}
          >
            {t('Invite')}
          </Button>
        )
      }
    >
      {areOn ? (
        <PeopleList own={access.person?.email} />
      ) : (
        <EmptyRow
          icon={<Users />}
          title={t('Only you use this server')}
          action={
            access.passwordFrom !== undefined && (
              <Button onClick={() => setOpened('begin')}>{t('Turn on accounts')}</Button>
            )
          }
        >
          {access.passwordFrom === undefined
            ? t('To invite others, first set a password under Access.')
            : t('Turn on accounts to invite others.')}
        </EmptyRow>
      )}
      <BeginDialog isOpen={opened === 'begin'} onClose={close} />
      <InviteDialog
        isOpen={opened === 'invite'}
        onClose={close}
        provider={access.oidc?.name}
        canMail={people?.canMail ?? false}
      />
    </SettingsPart>
  )
}

function PeopleList({ own }: { own: string | undefined }) {
  const list = useQuery(peopleQuery())
  const { data: teams } = useQuery(teamsQuery())
  const [handingOver, setHandingOver] = useState<Person>()
  const [reading, setReading] = useState<Person>()
  const remove = useDeletePerson()
  const removal = useRemoval<Person>({
    remove: ({ id }, callbacks) => remove.mutate(id, callbacks),
    isPending: remove.isPending,
    failed: t('The account was not deleted'),
  })
  if (list.error) {
    return (
      <p role="alert" className={`${cardClass} px-4 py-3`}>
        {explainError(list.error)}
      </p>
    )
  }
  const [first, ...others] = list.data?.people ?? []
  const invitations = list.data?.invitations ?? []
  if (!first) return null
  return (
    <>
      <ul aria-label={t('People')} className={cardClass}>
        {[first, ...others].map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isFirst={person === first}
            onRead={
              teams?.settings.adminsReadChats && person.email !== own
                ? () => setReading(person)
                : undefined
            }
            onHandOver={() => setHandingOver(person)}
            onDelete={() => removal.ask(person)}
          />
        ))}
      </ul>
      <HandOverDialog
        person={handingOver}
        people={[first, ...others]}
        onClose={() => setHandingOver(undefined)}
      />
      <ReadChatsDialog person={reading} onClose={() => setReading(undefined)} />
      <ConfirmDialog
        {...removal.dialog}
        title={t('Delete {name}?', { name: removal.shown?.name ?? '' })}
        description={t(
          'They are signed out now. Their chats, models, files and API keys are deleted for good in 7 days. Until then you can cancel this, or hand their chats and models over to someone else.',
        )}
        confirmLabel={t('Delete')}
      />
      {invitations.length > 0 && (
        <ul aria-label={t('Invitations')} className={cardClass}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {teams && (
        <SettingSwitch
          settings={teams.settings}
          name="adminsReadChats"
          label={t('Admins can read everyone’s chats')}
          hint={t('People see a notice in their chats, and every access is logged.')}
        />
      )}
    </>
  )
}

function InvitationRow({ invitation }: { invitation: PeopleList['invitations'][number] }) {
  const revoke = useRevokeInvitation()
  const renew = useRenewInvitation()
  const { id, name, email, role, expiresAt, mail } = invitation
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <div className="min-w-0 flex-1">
        <h3 className="font-medium wrap-anywhere">{name}</h3>
        <p className="mt-0.5 text-xs text-ink-muted">
          {t(
            '{isUnnamed, select, true {} other {{email} · }}Invited as {role, select, true {an admin} other {a member}}, until {expiresAt}',
            {
              email,
              isUnnamed: email === undefined,
              role: role === 'admin',
              expiresAt: formatDay(expiresAt),
            },
          )}
        </p>
        {mail && (
          <p
            className={cn(
              'mt-0.5 text-xs wrap-anywhere text-ink-muted',
              mail.status === 'failed' && 'text-danger',
            )}
          >
            {describeMail(mail)}
          </p>
        )}
      </div>
      <IconButton
        label={t('Create a new link for {name}', { name })}
        icon={<Link2 aria-hidden />}
        onClick={() => renew.mutate(id, { onError: reportFailure(t('Could not create a link')) })}
      />
      <IconButton
        label={t('Revoke the invitation for {name}', { name })}
        icon={<Link2Off aria-hidden />}
        onClick={() => revoke.mutate(id)}
      />
      <ShownOnceDialog
        isOpen={renew.data !== undefined}
        onClose={() => renew.reset()}
        title={t('The new invitation for {name}', { name })}
        description={t(
          'Send this link. It works for a week and won’t be shown again. The previous link no longer works.',
        )}
        label={t('Invitation link')}
        text={toInvitationLink(renew.data?.token ?? '')}
      />
    </li>
  )
}

function describeMail({ status, error }: InvitationMail): string {
  if (status === 'sent') return t('The mail was sent.')
  if (status === 'failed') {
    return t(
      'The mail was not sent. {error} The invitation is still valid: create a new link and send it yourself.',
      { error: error ?? '' },
    )
  }
  return error === undefined
    ? t('The mail is being sent.')
    : t('The mail was not sent yet, and is tried again. {error}', { error })
}
