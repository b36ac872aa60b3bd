import { useState } from 'react'
import { requestPasswordReset } from '#api/access/password-reset.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { EmailField } from './credential-fields.tsx'
import { StepForm } from './step-form.tsx'
import { useAttempt } from './use-attempt.ts'

type ForgotPasswordProps = { titleId: string; titleClass: string; onBack: () => void }

/** Renders a form that asks for a mail with a link for a new password. */
export function ForgotPassword({ titleId, titleClass, onBack }: ForgotPasswordProps) {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const { attempt, problem, isBusy, field } = useAttempt(async (address: string) => {
    await requestPasswordReset(address)
    setSentTo(address)
  })
  const back = (
    <Button variant="ghost" size="sm" onClick={onBack} className="-ms-2.5 self-start">
      {t('Back')}
    </Button>
  )

  return (
    <>
      <h1 id={titleId} className={titleClass}>
        {sentTo === undefined ? t('Forgot your password?') : t('Check your email')}
      </h1>
      <output className="mt-1.5 block mb-6 text-pretty text-ink-muted">
        {sentTo === undefined
          ? t(
              'Enter the email address of your account. We send you a link to choose a new password.',
            )
          : t(
              'If {sentTo} belongs to an account here, a mail is on its way. Its link works for an hour.',
              { sentTo },
            )}
      </output>
      {sentTo === undefined ? (
        <StepForm
          button={t('Send the link')}
          isBusy={isBusy}
          onSubmit={() => void attempt(email.trim())}
          below={back}
        >
          <EmailField ref={field} value={email} onChange={setEmail} error={problem} />
        </StepForm>
      ) : (
        back
      )}
    </>
  )
}
