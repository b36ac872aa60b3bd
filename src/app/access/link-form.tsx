import { LogIn } from 'lucide-react'
import { useEffect, useState, type SubmitEvent } from 'react'
import type { SignIn } from '#contract/access.ts'
import { readLinkToken } from '#lib/link-token.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useSignIn } from './use-sign-in.ts'

/** For who came without the link: it can be pasted, and how to see it again is told. */
type LinkFormProps = { send: (credential: SignIn) => Promise<void>; label: string }

export function LinkForm({ send, label }: LinkFormProps) {
  const [text, setText] = useState('')
  const { attempt, problem, setProblem, isBusy, field } = useSignIn(send)

  useEffect(() => {
    const address = new URL(window.location.href)
    if (address.searchParams.get('link') !== 'refused') return
    setProblem('The link that you opened is not the link of this server, or not any more.')
    address.searchParams.delete('link')
    window.history.replaceState(window.history.state, '', address)
  }, [setProblem])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const token = readLinkToken(text)
    if (token !== '') void attempt({ token })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={label} error={problem}>
        <TextField
          ref={field}
          name="link"
          autoComplete="off"
          spellCheck={false}
          required
          placeholder="http://…/?token=…"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-10 font-mono text-base"
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
        Continue
      </Button>
      <p className="text-xs text-pretty text-ink-muted">
        To see the link again, run <code className="font-mono text-ink">npm run link</code> in the
        server’s folder.
      </p>
    </form>
  )
}
