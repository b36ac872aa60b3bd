import { useState } from 'react'
import { passwordLengthMax, type SignIn } from '#contract/access.ts'
import { Field } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { StepForm } from './step-form.tsx'
import { useAttempt } from './use-attempt.ts'

type PasswordFormProps = {
  send: (credential: SignIn) => Promise<void>
  button: string
  /** What went wrong in a later step. */
  told: string | undefined
}

export function PasswordForm({ send, button, told }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const { attempt, problem, isBusy, field } = useAttempt(send, told)
  return (
    <StepForm
      button={button}
      isBusy={isBusy}
      onSubmit={() => {
        if (password !== '') void attempt({ password })
      }}
    >
      {/* Password managers file a password under a name. */}
      <input type="text" name="username" autoComplete="username" value="owner" readOnly hidden />
      <Field label="Password" error={problem}>
        <TextField
          ref={field}
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
