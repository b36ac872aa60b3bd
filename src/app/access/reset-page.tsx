import { useMutation } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useState, type FormEvent } from 'react'
import { readPasswordReset, resetPassword } from '#api/access/password-reset.ts'
import { getFieldProblems } from '#api/http/field-problems.ts'
import { passwordLengthMin } from '#contract/access/access.ts'
import { withBase } from '#lib/base-path.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { PasswordField } from './credential-fields.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { LinkedPage } from './linked-page.tsx'

/** Renders the page of a link from a mail, where a person chooses a new password. */
export const ResetPage = ({ token }: { token: string }) => (
  <LinkedPage
    queryKey={['password-reset', token]}
    read={(signal) => readPasswordReset(token, signal)}
    failedTitle={t('The link could not be opened')}
    goneTitle={t('This link can’t be used')}
    goneHint={t(
      'It was used, has expired, or was not copied completely. Ask for a new one on the sign-in page.',
    )}
  >
    {({ email }) => <NewPasswordForm token={token} email={email} />}
  </LinkedPage>
)

function NewPasswordForm({ token, email }: { token: string; email: string }) {
  const reset = useMutation({ mutationFn: resetPassword, gcTime: 0 })
  const [password, setPassword] = useState('')
  const problems = getFieldProblems(reset.error, ['password'])

  function submit(event: FormEvent) {
    event.preventDefault()
    reset.mutate({ token, password })
  }

  return (
    <div className="h-full overflow-y-auto">
      <EntryLayout>
        <h1 className="text-2xl font-semibold">
          {reset.isSuccess ? t('Your password was changed') : t('Choose a new password')}
        </h1>
        <output className="mt-1.5 block mb-6 text-pretty text-ink-muted">
          {reset.isSuccess
            ? t('All browsers were signed out. Sign in with the new password.')
            : t('It replaces the password of {email}, and signs out all browsers.', { email })}
        </output>
        {reset.isSuccess ? (
          // Loads the page again, because it may still contain data of the session that has ended.
          <Button
            variant="primary"
            size="lg"
            className="w-full justify-center"
            onClick={() => window.location.assign(withBase('/'))}
          >
            {t('Sign in')}
          </Button>
        ) : (
          <form onSubmit={submit} className="flex flex-col gap-4">
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={email}
              readOnly
              hidden
            />
            <PasswordField
              autoComplete="new-password"
              hint={t('At least {passwordLengthMin} characters.', { passwordLengthMin })}
              error={problems.password}
              minLength={passwordLengthMin}
              value={password}
              onChange={setPassword}
            />
            <Button
              type="submit"
              variant="primary"
              size="lg"
              icon={<KeyRound aria-hidden />}
              isLoading={reset.isPending}
              className="justify-center"
            >
              {t('Change password')}
            </Button>
          </form>
        )}
      </EntryLayout>
    </div>
  )
}
