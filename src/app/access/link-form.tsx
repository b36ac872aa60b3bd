import { useEffect, useState } from 'react'
import type { SignIn } from '#contract/access/access.ts'
import { parseLinkToken } from '#lib/links/link-token.ts'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { rich, t } from '#languages/app.ts'
import { StepForm } from './step-form.tsx'
import { useAttempt } from './use-attempt.ts'

type LinkFormProps = { send: (credential: SignIn) => Promise<void>; label: string; button: string }

export function LinkForm({ send, label, button }: LinkFormProps) {
  const [text, setText] = useState('')
  const { attempt, problem, setProblem, isBusy, field } = useAttempt(send)

  useEffect(() => {
    const address = new URL(window.location.href)
    if (address.searchParams.get('link') !== 'refused') return
    setProblem(t('The link you opened is no longer valid.'))
    address.searchParams.delete('link')
    window.history.replaceState(window.history.state, '', address)
  }, [setProblem])

  function submit() {
    const token = parseLinkToken(text)
    if (token !== '') void attempt({ token })
  }

  return (
    <StepForm
      button={button}
      isBusy={isBusy}
      onSubmit={submit}
      below={
        <p className="text-xs text-pretty text-ink-muted">
          {rich('To see the link again, run <code>npm run link</code> in the server’s folder.', {
            code: (inner) => <code className="font-mono text-ink">{inner}</code>,
          })}
        </p>
      }
    >
      <FormField label={label} error={problem}>
        <TextField
          ref={field}
          name="link"
          autoComplete="off"
          spellCheck={false}
          required
          placeholder="http://…/?token=…"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-10.5 font-mono text-base"
        />
      </FormField>
    </StepForm>
  )
}
