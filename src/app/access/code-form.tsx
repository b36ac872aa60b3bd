import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { t } from '#languages/app.ts'
import { StepForm } from './step-form.tsx'
import { useAttempt } from './use-attempt.ts'

type CodeFormProps = {
  send: (code: string) => Promise<void>
  button: string
  kind: 'code' | 'recovery'
  onSwitch: () => void
  onBack: () => void
}

export function CodeForm({ send, button, kind, onSwitch, onBack }: CodeFormProps) {
  const [code, setCode] = useState('')
  const { attempt, problem, isBusy, field } = useAttempt(send)
  const isRecovery = kind === 'recovery'
  return (
    <StepForm
      button={button}
      isBusy={isBusy}
      onSubmit={() => {
        if (code !== '') void attempt(code)
      }}
      below={
        <div className="-mx-2.5 flex flex-wrap justify-between gap-2">
          <Button variant="ghost" size="sm" onClick={onBack}>
            {t('Back')}
          </Button>
          <Button variant="ghost" size="sm" onClick={onSwitch}>
            {isRecovery ? t('Use the authenticator app') : t('Use a recovery code')}
          </Button>
        </div>
      }
    >
      <CodeField
        ref={field}
        label={isRecovery ? t('Recovery code') : t('6-digit code')}
        kind={isRecovery ? 'long' : 'digits'}
        value={code}
        onChange={setCode}
        error={problem}
        className="h-10.5 text-base"
      />
    </StepForm>
  )
}
