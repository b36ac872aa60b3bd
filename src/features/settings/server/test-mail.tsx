import { useState, type FormEvent } from 'react'
import { emailLengthMax } from '#contract/access/access.ts'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { useSendTestMail } from './server-setting-queries.ts'

export function TestMail() {
  const [to, setTo] = useState('')
  const test = useSendTestMail()

  function submit(event: FormEvent) {
    event.preventDefault()
    test.mutate(to.trim())
  }
  return (
    <FormField
      label={t('Test these settings')}
      hint={t('Sends one mail now.')}
      error={test.error ? explainError(test.error) : undefined}
    >
      <form onSubmit={submit} className="flex flex-wrap gap-2">
        <TextField
          type="email"
          autoComplete="email"
          required
          maxLength={emailLengthMax}
          placeholder="you@example.com"
          value={to}
          className="min-w-0 flex-1 basis-56"
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" isLoading={test.isPending}>
          {t('Send a test mail')}
        </Button>
        <output className="basis-full text-xs text-ink-muted empty:hidden">
          {test.isSuccess &&
            t('The mail server accepted the mail for {address}.', { address: test.variables })}
        </output>
      </form>
    </FormField>
  )
}
