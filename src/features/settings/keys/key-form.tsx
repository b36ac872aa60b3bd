import { useState, type FormEvent } from 'react'
import {
  keyLimitsMax,
  type CreateKey,
  type KeyLimits,
  type KeyScope,
} from '#contract/access/keys.ts'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { ScopeFields } from './scope-fields.tsx'

const dayOptions = [
  { value: '', label: t('Never') },
  { value: '7', label: t('In 7 days') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
] as const
type Days = (typeof dayOptions)[number]['value']

type KeyFormProps = {
  formId: string
  name: string
  limits: KeyLimits
  scopes: readonly KeyScope[]
  isNew?: boolean
  onSubmit: (key: CreateKey) => void
}

export function KeyForm({
  formId,
  name: nameAtFirst,
  limits: limitsAtFirst,
  scopes: scopesAtFirst,
  isNew = false,
  onSubmit,
}: KeyFormProps) {
  const [name, setName] = useState(nameAtFirst)
  const [limits, setLimits] = useState(limitsAtFirst)
  const [scopes, setScopes] = useState(() => [...scopesAtFirst])
  const [days, setDays] = useState<Days>('')
  const [isNameMissing, setIsNameMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsNameMissing(name.trim() === '')
    if (name.trim() === '' || scopes.length === 0) return
    const expiry = days === '' ? {} : { expiresInDays: Number(days) }
    onSubmit({ name: name.trim(), limits, scopes, ...expiry })
  }

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormField
        label={t('Name')}
        hint={t('For example, the app or device that will use it.')}
        error={isNameMissing ? t('Enter a name.') : undefined}
      >
        <TextField
          value={name}
          maxLength={100}
          placeholder={t('Laptop, editor, nightly script…')}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </FormField>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-3 text-xs font-medium text-ink-faint">{t('Limits')}</legend>
        <div className="grid gap-4 sm:grid-cols-3">
          <FormField label={t('Requests per minute')}>
            <NumberField
              isInteger
              min={1}
              max={keyLimitsMax.requestsPerMinute}
              value={limits.requestsPerMinute}
              onValueChange={(value = limitsAtFirst.requestsPerMinute) =>
                setLimits({ ...limits, requestsPerMinute: value })
              }
            />
          </FormField>
          <FormField label={t('Concurrent streams')}>
            <NumberField
              isInteger
              min={1}
              max={keyLimitsMax.streams}
              value={limits.streams}
              onValueChange={(value = limitsAtFirst.streams) =>
                setLimits({ ...limits, streams: value })
              }
            />
          </FormField>
          <FormField label={t('Monthly budget (USD)')}>
            <NumberField
              min={0.01}
              max={1_000_000}
              placeholder={t('no limit')}
              value={limits.monthlySpendUsd}
              onValueChange={(value) => setLimits(withSpend(limits, value))}
            />
          </FormField>
        </div>
        <p className="text-xs text-pretty text-ink-faint">
          {t(
            'Results can be read ten times as often. Spending is what services report; where one names no price, a high one is assumed. The local engine and the guide are free.',
          )}
        </p>
      </fieldset>
      {isNew && (
        <FormField label={t('Expires')}>
          <Select value={days} onValueChange={setDays} options={dayOptions} />
        </FormField>
      )}
      <ScopeFields scopes={scopes} onChange={setScopes} />
      {scopes.length === 0 && (
        <p role="alert" className="text-xs text-danger">
          {t('Choose at least one permission.')}
        </p>
      )}
    </form>
  )
}

const withSpend = (
  { requestsPerMinute, streams: open }: KeyLimits,
  monthlySpendUsd: number | undefined,
): KeyLimits => ({
  requestsPerMinute,
  streams: open,
  ...(monthlySpendUsd !== undefined && { monthlySpendUsd }),
})
