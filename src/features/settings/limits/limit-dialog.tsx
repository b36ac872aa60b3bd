import { useId, useState, type FormEvent } from 'react'
import { explainError } from '#lib/explain.ts'
import type { LimitPeriod, LimitScope, Measure, SetLimit } from '#contract/spending.ts'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { readAmount } from './limit-amount.ts'
import { AmountField, SubjectField } from './limit-fields.tsx'
import { useSetLimit } from './limit-queries.ts'

type LimitDialogProps = { isOpen: boolean; hasPeople: boolean; onClose: () => void }

/**
 * Renders a dialog that sets a limit. The new limit replaces an existing limit of the same account
 * or team.
 */
export function LimitDialog({ isOpen, hasPeople, onClose }: LimitDialogProps) {
  const formId = useId()
  const set = useSetLimit()
  const close = () => {
    set.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('Add a limit')}
      size="sm"
      footer={
        <FormButtons formId={formId} label={t('Add')} isPending={set.isPending} onCancel={close} />
      }
    >
      <LimitForm
        key={String(isOpen)}
        formId={formId}
        hasPeople={hasPeople}
        error={set.error ? explainError(set.error) : undefined}
        onSubmit={(limit) => set.mutate(limit, { onSuccess: onClose })}
      />
    </Dialog>
  )
}

const measureOptions: { value: Measure; label: string }[] = [
  { value: 'usd', label: t('Money (USD)') },
  { value: 'tokens', label: t('Tokens (thousands)') },
  { value: 'models', label: t('3D models') },
  { value: 'bytes', label: t('Stored data (MB)') },
]

const scopeOptions: { value: LimitScope; label: string; isOfPeople?: boolean }[] = [
  { value: 'server', label: t('The whole server') },
  { value: 'everyone', label: t('Each person'), isOfPeople: true },
  { value: 'person', label: t('One person'), isOfPeople: true },
  { value: 'team', label: t('One team'), isOfPeople: true },
  { value: 'key', label: t('One API key') },
  { value: 'model', label: t('One model') },
]

type LimitFormProps = {
  formId: string
  hasPeople: boolean
  error: string | undefined
  onSubmit: (limit: SetLimit) => void
}

function LimitForm({ formId, hasPeople, error, onSubmit }: LimitFormProps) {
  const [chosenScope, setScope] = useState<LimitScope>()
  // The list of people may load after the dialog opens.
  const scope = chosenScope ?? (hasPeople ? 'everyone' : 'server')
  const [subject, setSubject] = useState<string>()
  const [measure, setMeasure] = useState<Measure>('usd')
  const [period, setPeriod] = useState<LimitPeriod>('month')
  const [text, setText] = useState('10')
  const [isTried, setIsTried] = useState(false)
  const isMeantForOne = scope !== 'server' && scope !== 'everyone'
  const { amount, problem } = readAmount(measure, text)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (amount === undefined || (isMeantForOne && subject === undefined)) return
    const of = isMeantForOne && subject !== undefined ? { subject } : {}
    onSubmit({ scope, measure, period, amount, ...of })
  }

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormField label={t('For')} error={error}>
        <Select
          value={scope}
          onValueChange={(next) => {
            setScope(next)
            setSubject(undefined)
            setIsTried(false)
          }}
          options={scopeOptions.filter(({ isOfPeople }) => hasPeople || !isOfPeople)}
        />
      </FormField>
      {isMeantForOne && (
        <SubjectField scope={scope} value={subject} onValueChange={setSubject} isNeeded={isTried} />
      )}
      <div className="grid grid-cols-2 gap-4">
        <FormField label={t('What')}>
          <Select
            value={measure}
            onValueChange={(next) => setMeasure(next)}
            options={measureOptions}
          />
        </FormField>
        <AmountField
          label={t('At most')}
          text={text}
          onTextChange={setText}
          error={isTried ? problem : undefined}
        />
      </div>
      <FormField
        label={t('Per')}
        hint={t(
          'Calendar days and months, in UTC. If a service names no price, a high one is assumed.',
        )}
      >
        <SegmentedControl
          value={period}
          onValueChange={setPeriod}
          options={[
            { value: 'day', label: t('Day') },
            { value: 'month', label: t('Month') },
          ]}
        />
      </FormField>
    </form>
  )
}
