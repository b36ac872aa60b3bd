import { LogIn } from 'lucide-react'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { readAccess, signIn } from '#api/access.ts'
import { explain } from '#api/errors.ts'
import { noteSignedIn } from '#api/signed-out.ts'
import { passwordLengthMax } from '#contract/access.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

/**
 * Covers everything until the password is given. The browser's own modal, because it lies above every
 * overlay that may be open, and leaves nothing below it to be reached.
 */
export function SignInDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  // Another window of this browser may have been used meanwhile.
  useEffect(() => {
    const look = () => void noteIfSignedIn()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      className="m-0 grid h-dvh max-h-none w-full max-w-none place-items-center overflow-y-auto bg-surface p-4 text-ink"
    >
      <div className="w-full max-w-sm">
        <img src="/icon.svg" alt="" className="mb-6 size-10" />
        <h1 id={titleId} className="text-xl font-semibold tracking-tight">
          Sign in to Bozzetto
        </h1>
        <p className="mt-1.5 mb-6 text-pretty text-ink-muted">
          This server belongs to somebody. Its password lets you go on where you were.
        </p>
        <SignInForm />
      </div>
    </dialog>
  )
}

async function noteIfSignedIn(): Promise<void> {
  try {
    if ((await readAccess()).isSignedIn) noteSignedIn()
  } catch (error) {
    // The form is there all the same, and says more when it is used.
    console.warn('The server does not say whether somebody is signed in.', error)
  }
}

function SignInForm() {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy || password === '') return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await signIn(password)
    } catch (error) {
      setProblem(explain(error))
      field.current?.select()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
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
        Sign in
      </Button>
    </form>
  )
}
