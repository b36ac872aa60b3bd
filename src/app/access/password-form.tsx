import { LogIn } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { passwordLengthMax, type SignIn } from '#contract/access.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useSignIn } from './use-sign-in.ts'

type PasswordFormProps = { send: (credential: SignIn) => Promise<void>; label: string }

export function PasswordForm({ send, label }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const { attempt, problem, isBusy, field } = useSignIn(send)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (password !== '') void attempt({ password })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
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
      <Button
        type="submit"
        variant="primary"
        size="lg"
        icon={<LogIn aria-hidden />}
        isLoading={isBusy}
        className="justify-center"
      >
        {label}
      </Button>
    </form>
  )
}
