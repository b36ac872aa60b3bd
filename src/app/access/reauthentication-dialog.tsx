import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { confirmSession, confirmSessionWithCode, readAccess } from '#api/access/access.ts'
import { noteNotConfirmed } from '#api/http/confirmation.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { CredentialsForm, type CredentialWords } from './credentials.tsx'
import { Modal } from './modal.tsx'
import { OidcButton } from './oidc-button.tsx'

const title = t('Confirm that it’s you')
const button = t('Confirm')
const notAgain = t('You won’t be asked again for 10 minutes.')

const titleClass = 'text-lg font-semibold'
const awaySentence = t('Sign in again, then repeat what you were doing.')

const words: CredentialWords = {
  password: {
    title,
    button,
    text: t('Enter the password of this server. {notAgain}', { notAgain }),
  },
  account: { title, button, text: t('Enter your password. {notAgain}', { notAgain }) },
  link: {
    title,
    button,
    text: t('Paste the link that the server printed when it started. {notAgain}', { notAgain }),
  },
  code: { title, button, text: t('Enter the 6-digit code from your authenticator app.') },
  recovery: { title, button, text: t('Enter one of your recovery codes. Each works once.') },
  linkLabel: t('Link'),
}

export function ReauthenticationDialog() {
  const titleId = useId()
  const { data: state } = useQuery({
    queryKey: ['access', 'confirm'],
    queryFn: ({ signal }) => readAccess(signal),
  })
  const { person, passwordFrom } = state ?? {}
  const hasNoPassword = person !== undefined && passwordFrom === undefined
  return (
    <Modal
      titleId={titleId}
      isBusy={state === undefined}
      onCancel={noteNotConfirmed}
      className="m-auto w-[calc(100%-2rem)] max-w-sm rounded-2xl border border-line bg-surface-overlay p-6 text-ink shadow-dialog backdrop:bg-scrim"
    >
      {hasNoPassword ? (
        <>
          <h2 id={titleId} className={titleClass}>
            {title}
          </h2>
          <p className="mt-1.5 text-pretty text-ink-muted">{`${awaySentence} ${notAgain}`}</p>
        </>
      ) : (
        <CredentialsForm
          way={state?.signInWith}
          words={words}
          titleId={titleId}
          titleClass={titleClass}
          heading="h2"
          withEmail={false}
          send={confirmSession}
          sendCode={confirmSessionWithCode}
        />
      )}
      {state?.oidc && person && <OidcButton name={state.oidc.name} purpose="confirm" />}
      <Button
        variant="ghost"
        size="lg"
        className="mt-2 w-full justify-center"
        onClick={noteNotConfirmed}
      >
        {t('Cancel')}
      </Button>
    </Modal>
  )
}
