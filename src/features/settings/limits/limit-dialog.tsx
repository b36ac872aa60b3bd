import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { explain } from '#api/http/errors.ts'
import type { LimitPeriod, LimitScope, Measure, SetLimit } from '#contract/spending.ts'
import { modelsQuery } from '#queries/models.ts'
import { Field } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormButtons } from '../layout/form-buttons.tsx'
import { peopleQuery } from '../people/people-queries.ts'
import { teamsQuery } from '#queries/teams.ts'
import { settingsQueries } from '../queries/settings-queries.ts'
import { useSetLimit } from './limit-queries.ts'

type LimitDialogProps = { isOpen: boolean; hasPeople: boolean; onClose: () => void }

/** Sets a limit; one for the same is replaced. */
export function LimitDialog({ isOpen, hasPeople, onClose }: LimitDialogProps) {
  const formId = useId()
  const set = useSetLimit()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add a limit"
      size="sm"
      footer={
        <FormButtons formId={formId} label="Add" isPending={set.isPending} onCancel={onClose} />
      }
    >
      <LimitForm
        key={String(isOpen)}
        formId={formId}
        hasPeople={hasPeople}
        error={set.error ? explain(set.error) : undefined}
        onSubmit={(limit) => set.mutate(limit, { onSuccess: onClose })}
      />
    </Dialog>
  )
}

const measureOptions = [
  { value: 'usd', label: 'Money (USD)', factor: 1 },
  { value: 'tokens', label: 'Tokens (thousands)', factor: 1_000 },
  { value: 'models', label: '3D models', factor: 1 },
  { value: 'bytes', label: 'Stored data (MB)', factor: 1e6 },
] as const satisfies readonly { value: Measure; label: string; factor: number }[]

const scopeOptions: { value: LimitScope; label: string; isOfPeople?: boolean }[] = [
  { value: 'server', label: 'The whole server' },
  { value: 'everyone', label: 'Each person', isOfPeople: true },
  { value: 'person', label: 'One person', isOfPeople: true },
  { value: 'team', label: 'One team', isOfPeople: true },
  { value: 'key', label: 'One API key' },
  { value: 'model', label: 'One model' },
]

type LimitFormProps = {
  formId: string
  hasPeople: boolean
  error: string | undefined
  onSubmit: (limit: SetLimit) => void
}

function LimitForm({ formId, hasPeople, error, onSubmit }: LimitFormProps) {
  const [scope, setScope] = useState<LimitScope>(hasPeople ? 'everyone' : 'server')
  const [subject, setSubject] = useState<string>()
  const [measure, setMeasure] = useState<Measure>('usd')
  const [period, setPeriod] = useState<LimitPeriod>('month')
  const [amount, setAmount] = useState<number | undefined>(10)
  const isMeantForOne = scope !== 'server' && scope !== 'everyone'
  const factor = measureOptions.find(({ value }) => value === measure)?.factor ?? 1

  function submit(event: FormEvent) {
    event.preventDefault()
    if (amount === undefined || (isMeantForOne && subject === undefined)) return
    onSubmit({
      scope,
      measure,
      period,
      amount: amount * factor,
      ...(isMeantForOne && subject !== undefined && { subject }),
    })
  }

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="For" error={error}>
        <Select
          value={scope}
          onValueChange={(next) => {
            setScope(next)
            setSubject(undefined)
          }}
          options={scopeOptions.filter(({ isOfPeople }) => hasPeople || !isOfPeople)}
        />
      </Field>
      {isMeantForOne && <SubjectField scope={scope} value={subject} onValueChange={setSubject} />}
      <div className="grid grid-cols-2 gap-4">
        <Field label="What">
          <Select
            value={measure}
            onValueChange={(next) => setMeasure(next)}
            options={measureOptions}
          />
        </Field>
        <Field label="At most">
          <NumberField min={0.01} max={1e9} value={amount} onValueChange={setAmount} />
        </Field>
      </div>
      <Field
        label="Per"
        hint="By the calendar, in UTC. Where a service names no price, a high one is assumed."
      >
        <SegmentedControl
          value={period}
          onValueChange={setPeriod}
          options={[
            { value: 'day', label: 'Day' },
            { value: 'month', label: 'Month' },
          ]}
        />
      </Field>
    </form>
  )
}

type SubjectFieldProps = {
  scope: 'person' | 'team' | 'key' | 'model'
  value: string | undefined
  onValueChange: (id: string) => void
}

/** Whom, or what, the limit is for. */
function SubjectField({ scope, value, onValueChange }: SubjectFieldProps) {
  const people = useQuery({ ...peopleQuery(), enabled: scope === 'person' })
  const teams = useQuery({ ...teamsQuery(), enabled: scope === 'team' })
  const keys = useQuery({ ...settingsQueries.keys(), enabled: scope === 'key' })
  const models = useQuery({ ...modelsQuery(), enabled: scope === 'model' })
  const options = {
    person: people.data?.people.map(({ id, name, email }) => ({
      value: id,
      label: name,
      hint: email,
    })),
    team: teams.data?.teams.map(({ id, name }) => ({ value: id, label: name })),
    key: keys.data?.keys
      .filter(({ revokedAt }) => revokedAt === undefined)
      .map(({ id, name, prefix }) => ({ value: id, label: name, hint: `${prefix}…` })),
    model: models.data?.models.map(({ id, name }) => ({ value: id, label: name, hint: id })),
  }[scope]
  const labels = { person: 'Person', team: 'Team', key: 'API key', model: 'Model' }
  return (
    <Field label={labels[scope]}>
      <Select
        value={value}
        onValueChange={onValueChange}
        options={options ?? []}
        placeholder="Choose"
      />
    </Field>
  )
}
