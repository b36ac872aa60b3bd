import { useRef, useState } from 'react'
import { emailLengthMax, passwordLengthMax, type SignIn } from '#contract/access.ts'
import { Field } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { StepForm } from './step-form.tsx'
import { useAttempt } from './use-attempt.ts'

type PasswordFormProps = {
  send: (credential: SignIn) => Promise<void>
  button: string
  /** What went wrong in a later step. */
  told: string | undefined
  /** Asks for the email address too. */
  withEmail: boolean
}

export function PasswordForm({ send, button, told, withEmail }: PasswordFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { attempt, problem, isBusy, field } = useAttempt(send, told)
  const passwordField = useRef<HTMLInputElement>(null)

  function submit() {
    if (password === '') return passwordField.current?.focus()
    void attempt(withEmail ? { email, password } : { password })
  }

  return (
    <StepForm button={button} isBusy={isBusy} onSubmit={submit}>
      {withEmail ? (
        <Field label="Email">
          <TextField
            ref={field}
            type="email"
            name="username"
            autoComplete="username"
            required
            maxLength={emailLengthMax}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            className="h-10 text-base"
          />
        </Field>
      ) : (
        // Password managers file a password under a name.
        <input type="text" name="username" autoComplete="username" value="owner" readOnly hidden />
      )}
      <Field label="Password" error={problem}>
        <TextField
          ref={withEmail ? passwordField : field}
          type="password"
          name="password"
          autoComplete="current-password"
          required
          maxLength={passwordLengthMax}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          className="h-10 text-base"
        />
      </Field>
    </StepForm>
  )
}
