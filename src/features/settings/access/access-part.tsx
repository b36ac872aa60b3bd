import { useQuery } from '@tanstack/react-query'
import { KeyRound, LogOut } from 'lucide-react'
import { useState } from 'react'
import { explain } from '#api/errors.ts'
import type { AccessState } from '#contract/access.ts'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { cardClass } from '../card-class.ts'
import { Part } from '../part.tsx'
import { accessQueries, useSignOut } from './access-queries.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RemovePasswordDialog } from './remove-password-dialog.tsx'
import { SessionList } from './session-list.tsx'

/** Who may use this server from a browser. */
export function AccessPart() {
  const state = useQuery(accessQueries.state())
  const signOut = useSignOut()
  const [opened, setOpened] = useState<'change' | 'remove'>()
  const close = () => setOpened(undefined)
  const { isLoginNeeded = false, passwordFrom } = state.data ?? {}

  function leave() {
    signOut.mutate(undefined, {
      onError: (error) =>
        showToast({ title: 'You are still signed in', detail: explain(error), kind: 'error' }),
    })
  }

  return (
    <Part
      title="Access"
      about={state.data && aboutAccess(state.data)}
      action={
        isLoginNeeded && (
          <Button icon={<LogOut aria-hidden />} isLoading={signOut.isPending} onClick={leave}>
            Sign out
          </Button>
        )
      }
    >
      {isLoginNeeded && <SessionList />}
      {state.error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explain(state.error)}
        </p>
      )}
      {state.data && passwordFrom !== 'environment' && (
        <div className="flex flex-wrap gap-2">
          <Button icon={<KeyRound aria-hidden />} onClick={() => setOpened('change')}>
            {isLoginNeeded ? 'Change the password' : 'Set a password'}
          </Button>
          {isLoginNeeded && (
            <Button variant="ghost" onClick={() => setOpened('remove')}>
              Remove it
            </Button>
          )}
        </div>
      )}
      <PasswordDialog
        isOpen={opened === 'change'}
        onClose={close}
        isCurrentNeeded={isLoginNeeded}
      />
      <RemovePasswordDialog isOpen={opened === 'remove'} onClose={close} />
    </Part>
  )
}

function aboutAccess({ isLoginNeeded, passwordFrom }: AccessState): string {
  if (!isLoginNeeded) {
    return 'Only this machine reaches this server, and whoever sits at it needs no password. With one, others can be let in too: start with HOST=0.0.0.0.'
  }
  return passwordFrom === 'environment'
    ? 'Who opens this page needs the password from BOZZETTO_PASSWORD. A new one there signs every browser out.'
    : 'Who opens this page needs its password. Changing it signs every other browser out.'
}
