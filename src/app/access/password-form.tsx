import { useRef, useState } from 'react'
import type { SignIn } from '#contract/access/access.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { AccountNameField, EmailField, PasswordField } from './credential-fields.tsx'
import { StepForm } from './step-form.tsx'
import { useAttempt } from './use-attempt.ts'

type PasswordFormProps = {
  send: (credential: SignIn) => Promise<void>
  button: string
  told: string | undefined
  withEmail: boolean
  /** True if people can also sign in with a user name of a directory. */
  hasDirectory: boolean
  onForgotten: (() => void) | undefined
}

export function PasswordForm({
  send,
  button,
  told,
  withEmail,
  hasDirectory,
  onForgotten,
}: PasswordFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const NameField = hasDirectory ? AccountNameField : EmailField
  const { attempt, problem, isBusy, field } = useAttempt(send, told)
  const passwordField = useRef<HTMLInputElement>(null)

  function submit() {
    if (password === '') return passwordField.current?.focus()
    void attempt(withEmail ? { email, password } : { password })
  }

  return (
    <StepForm
      button={button}
      isBusy={isBusy}
      onSubmit={submit}
      below={
        onForgotten && (
          <Button variant="ghost" size="sm" onClick={onForgotten} className="-ms-2.5 self-start">
            {t('Forgot your password?')}
          </Button>
        )
      }
    >
      {withEmail ? (
        <NameField ref={field} value={email} onChange={setEmail} />
      ) : (
        // Password managers need a field for the user name.
        <input type="text" name="username" autoComplete="username" value="owner" readOnly hidden />
      )}
      <PasswordField
        ref={withEmail ? passwordField : field}
        autoComplete="current-password"
        error={problem}
        value={password}
        onChange={setPassword}
      />
    </StepForm>
  )
}
