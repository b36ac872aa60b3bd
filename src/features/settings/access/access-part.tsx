import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import { joinWithCommas } from '#lib/format.ts'
import type { AccessState } from '#contract/access/access.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { accessQueries, useSignOut } from './access-queries.ts'
import { AccountDeletion } from './account-deletion.tsx'
import { IdentityCard } from './identity-card.tsx'
import { PasskeyList } from './passkeys/passkey-list.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RemovePasswordDialog } from './remove-password-dialog.tsx'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'
import { SessionList } from './session-list.tsx'

export function AccessPart() {
  const state = useQuery(accessQueries.state())
  const signOut = useSignOut()
  const [opened, setOpened] = useState<'change' | 'remove'>()
  const close = () => setOpened(undefined)
  const { passwordFrom, person } = state.data ?? {}
  const hasPassword = passwordFrom !== undefined
  const isPasswordHere = passwordFrom !== 'environment' && passwordFrom !== 'directory'

  function leave() {
    signOut.mutate(undefined, {
      onError: reportFailure(t('Could not sign out')),
    })
  }

  return (
    <SettingsPart
      id="access"
      title={t('Access')}
      about={state.data && aboutAccess(state.data)}
      action={
        state.data &&
        !state.data.proxy && (
          <Button icon={<LogOut aria-hidden />} isLoading={signOut.isPending} onClick={leave}>
            {t('Sign out')}
          </Button>
        )
      }
    >
      {state.data && <SessionList />}
      {state.error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(state.error)}
        </p>
      )}
      {hasPassword && <SecondFactorCard />}
      {(hasPassword || person !== undefined) && <PasskeyList />}
      {person && state.data?.oidc && !state.data.proxy && (
        <IdentityCard name={state.data.oidc.name} hasPassword={hasPassword} />
      )}
      {state.data && isPasswordHere && (hasPassword || person === undefined) && (
        <div className="flex flex-wrap gap-2">
          <Button icon={<KeyRound aria-hidden />} onClick={() => setOpened('change')}>
            {hasPassword ? t('Change the password') : t('Set a password')}
          </Button>
          {hasPassword && person === undefined && (
            <Button variant="ghost" onClick={() => setOpened('remove')}>
              {t('Remove password')}
            </Button>
          )}
        </div>
      )}
      {person && !person.isFirst && <AccountDeletion person={person} />}
      <PasswordDialog isOpen={opened === 'change'} onClose={close} isCurrentNeeded={hasPassword} />
      <RemovePasswordDialog isOpen={opened === 'remove'} onClose={close} />
    </SettingsPart>
  )
}

function aboutAccess({ passwordFrom, person, oidc, proxy }: AccessState): string {
  const who = person && joinWithCommas([...new Set([person.name, person.email])])
  if (person && proxy) {
    return t('You are signed in as {who}, by the proxy in front of this server. Sign out there.', {
      who,
    })
  }
  if (person && passwordFrom === undefined) {
    return t('You are signed in as {who}, with {name}.', {
      who,
      name: oidc?.name ?? t('an identity provider'),
    })
  }
  if (person && passwordFrom === 'directory') {
    return t(
      'You are signed in as {who}, with the password of your organisation’s directory. Change it there.',
      { who },
    )
  }
  if (person && passwordFrom !== 'environment') {
    return t(
      'You are signed in as {who}. Changing your password signs out all your other browsers.',
      { who },
    )
  }
  if (passwordFrom === undefined) {
    return t(
      'Only this computer can reach the server, through the link that it prints when it starts. To allow other computers, set a password and start the server with HOST=0.0.0.0.',
    )
  }
  const signedIn = person ? `${t('You are signed in as {who}.', { who })} ` : ''
  return passwordFrom === 'environment'
    ? t(
        '{signedIn}The password is set by BOZZETTO_PASSWORD. Changing it there signs out every browser.',
        { signedIn },
      )
    : t('A password is required to sign in. Changing it signs out all other browsers.')
}
