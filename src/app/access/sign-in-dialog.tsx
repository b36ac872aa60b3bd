import { useEffect, useId, useState } from 'react'
import { resumeAfterSignIn, readAccess, signIn, signInWithCode } from '#api/access/access.ts'
import { noteSignedIn } from '#api/http/signed-out.ts'
import { accessStateSchema, type AccessState } from '#contract/access/access.ts'
import { t } from '#languages/app.ts'
import { CredentialsForm, type CredentialWords, type Way } from './credentials.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { Modal } from './modal.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { describeRefusal } from '#api/access/describe-refusal.ts'
import { OidcButton } from './oidc-button.tsx'

const words: CredentialWords = {
  password: {
    title: t('Sign in to Bozzetto'),
    text: t('Enter the password of this server to continue.'),
    button: t('Sign in'),
  },
  account: {
    title: t('Sign in to Bozzetto'),
    text: t('Enter your email address and your password.'),
    button: t('Sign in'),
  },
  link: {
    title: t('Open Bozzetto with its link'),
    text: t(
      'Open the link that the server printed when it started. This browser then stays signed in.',
    ),
    button: t('Continue'),
  },
  code: {
    title: t('Enter your code'),
    text: t('Enter the 6-digit code from your authenticator app.'),
    button: t('Sign in'),
  },
  recovery: {
    title: t('Enter a recovery code'),
    text: t(
      'Enter one of the codes you saved when you set up two-factor authentication. Each works once.',
    ),
    button: t('Sign in'),
  },
  linkLabel: t('Or paste it here'),
}

const directoryWords: CredentialWords = {
  ...words,
  account: {
    ...words.account,
    text: t('Enter your email address or user name, and your password.'),
  },
}

const titleClass = 'text-2xl font-semibold'

export function SignInDialog() {
  const titleId = useId()
  const { way, oidc, hasPasskeys, hasDirectory, canResetPassword, proxy } = useWays()
  const [isForgotten, setIsForgotten] = useState(false)
  return (
    <Modal
      titleId={titleId}
      isBusy={way === undefined}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-surface text-ink"
    >
      <EntryLayout>
        {proxy?.refusal && (
          <p role="alert" className="mb-4 text-pretty text-danger">
            {describeRefusal(proxy.refusal, t('The proxy in front of this server'))}
          </p>
        )}
        {isForgotten ? (
          <ForgotPassword
            titleId={titleId}
            titleClass={titleClass}
            onBack={() => setIsForgotten(false)}
          />
        ) : (
          <>
            <CredentialsForm
              way={way}
              words={hasDirectory ? directoryWords : words}
              titleId={titleId}
              titleClass={titleClass}
              heading="h1"
              hasDirectory={hasDirectory}
              onForgotten={canResetPassword ? () => setIsForgotten(true) : undefined}
              send={signIn}
              sendCode={signInWithCode}
            />
            {(hasPasskeys || oidc) && <OrLine />}
            {hasPasskeys && <PasskeyButton />}
            {oidc && <OidcButton name={oidc.name} purpose="sign-in" />}
          </>
        )}
      </EntryLayout>
    </Modal>
  )
}

const OrLine = () => (
  <p
    aria-hidden
    className="mt-5 flex items-center gap-3 text-xs text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
  >
    {t('or')}
  </p>
)

type Ways = { way: Way | undefined } & Pick<
  AccessState,
  'oidc' | 'hasPasskeys' | 'hasDirectory' | 'canResetPassword' | 'proxy'
>

function useWays(): Ways {
  const [ways, setWays] = useState<Ways>(() => ({ way: toldByPage() }))
  useEffect(() => {
    async function look(): Promise<void> {
      try {
        const { isSignedIn, signInWith, proxy, person, ...methods } = await readAccess()
        // Somebody may have signed in meanwhile, in another window or through a proxy.
        if (isSignedIn && proxy && person) resumeAfterSignIn(person.email)
        else if (isSignedIn) noteSignedIn()
        else setWays({ way: signInWith, proxy, ...methods })
      } catch (error) {
        console.warn('The server does not say whether someone is signed in.', error)
        setWays((known) => ({ ...known, way: known.way ?? 'password' }))
      }
    }
    void look()
    const lookAgain = () => void look()
    window.addEventListener('focus', lookAgain)
    return () => window.removeEventListener('focus', lookAgain)
  }, [])
  return ways
}

function toldByPage(): Way | undefined {
  const told = document.querySelector('meta[name="bozzetto-access"]')?.getAttribute('content')
  return accessStateSchema.shape.signInWith.safeParse(told).data
}
