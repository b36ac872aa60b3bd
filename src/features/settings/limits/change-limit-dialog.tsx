import { useId, useState, type FormEvent } from 'react'
import { explainError } from '#lib/explain.ts'
import type { LimitState, SetLimit } from '#contract/spending.ts'
import { describeLimit } from '#queries/limit-words.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { amountText, measureUnits, readAmount } from './limit-amount.ts'
import { AmountField } from './limit-fields.tsx'
import { useSetLimit } from './limit-queries.ts'

type ChangeLimitDialogProps = {
  limit: LimitState | undefined
  titleOf: (limit: LimitState) => string
  onClose: () => void
}

export function ChangeLimitDialog({ limit, titleOf, onClose }: ChangeLimitDialogProps) {
  const formId = useId()
  const set = useSetLimit()
  const shown = useLastDefined(limit)
  const close = () => {
    set.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={limit !== undefined}
      onClose={close}
      title={t('Change the limit')}
      description={shown && `${titleOf(shown)}: ${describeLimit(shown)}`}
      size="sm"
      footer={
        <FormButtons formId={formId} label={t('Save')} isPending={set.isPending} onCancel={close} />
      }
    >
      {shown && (
        <ChangeForm
          key={`${limit?.id}`}
          formId={formId}
          limit={shown}
          error={set.error ? explainError(set.error) : undefined}
          onSubmit={(changed) => set.mutate(changed, { onSuccess: onClose })}
        />
      )}
    </Dialog>
  )
}

type ChangeFormProps = {
  formId: string
  limit: LimitState
  error: string | undefined
  onSubmit: (limit: SetLimit) => void
}

function ChangeForm({ formId, limit, error, onSubmit }: ChangeFormProps) {
  const { scope, subject, measure, period } = limit
  const [text, setText] = useState(amountText(measure, limit.amount))
  const [isTried, setIsTried] = useState(false)
  const { amount, problem } = readAmount(measure, text)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (amount === undefined) return
    onSubmit({ scope, measure, period, amount, ...(subject !== undefined && { subject }) })
  }

  return (
    <form id={formId} onSubmit={submit} noValidate>
      <AmountField
        label={t('At most, {measureUnits}', { measureUnits: measureUnits[measure] })}
        text={text}
        onTextChange={setText}
        error={isTried ? (problem ?? error) : undefined}
      />
    </form>
  )
}
