import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModelRule } from '#contract/model-access.ts'
import { connectionsQuery } from '#queries/connections.ts'
import { modelsQuery } from '#queries/models.ts'
import { directoryQuery, teamsQuery } from '#queries/teams.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/settings.ts'
import { FormDialog } from '../layout/form-dialog.tsx'
import { useSetModelRule } from './model-access-queries.ts'

type ModelRuleDialogProps = {
  isOpen: boolean
  rule: ModelRule | undefined
  name: string | undefined
  onClose: () => void
}

export function ModelRuleDialog({ isOpen, rule, name, onClose }: ModelRuleDialogProps) {
  const set = useSetModelRule()
  const [wanted, setWanted] = useState(
    rule ?? { target: '', isForAll: false, userIds: [], teamIds: [] },
  )
  const [isTried, setIsTried] = useState(false)
  const submit = () => {
    setIsTried(true)
    if (wanted.target !== '') set.mutate(wanted, { onSuccess: onClose })
  }
  return (
    <FormDialog
      isOpen={isOpen}
      title={rule ? t('Who can use {name}', { name }) : t('Add a rule')}
      isPending={set.isPending}
      error={set.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {!rule && (
        <TargetField
          value={wanted.target}
          isNeeded={isTried}
          onValueChange={(target) => setWanted({ ...wanted, target })}
        />
      )}
      <Switch
        label={t('Everyone')}
        checked={wanted.isForAll}
        onCheckedChange={(isForAll) => setWanted({ ...wanted, isForAll })}
      />
      {!wanted.isForAll && <Subjects rule={wanted} onChange={setWanted} />}
    </FormDialog>
  )
}

type TargetFieldProps = {
  value: string
  /** True to show an error, because the form was submitted without a connection or model. */
  isNeeded: boolean
  onValueChange: (target: string) => void
}

function TargetField({ value, isNeeded, onValueChange }: TargetFieldProps) {
  const { data: connections } = useQuery(connectionsQuery())
  const { data: models } = useQuery(modelsQuery())
  return (
    <FormField
      label={t('Connection or model')}
      error={isNeeded && value === '' ? t('Choose a connection or a model.') : undefined}
    >
      <Select
        value={value === '' ? undefined : value}
        onValueChange={onValueChange}
        placeholder={t('Choose')}
        options={[
          ...(connections?.connections ?? []).map(({ id, name }) => ({
            value: id,
            label: name,
            group: t('Connections'),
          })),
          ...(models?.models ?? []).map(({ id, name }) => ({
            value: id,
            label: name,
            hint: id,
            group: t('Models'),
          })),
        ]}
      />
    </FormField>
  )
}

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]

type SubjectsProps = { rule: ModelRule; onChange: (rule: ModelRule) => void }

function Subjects({ rule, onChange }: SubjectsProps) {
  const { data: directory } = useQuery(directoryQuery())
  const { data: teams } = useQuery(teamsQuery())
  return (
    <div className="flex max-h-72 flex-col gap-1 overflow-y-auto">
      {teams?.teams.map(({ id, name }) => (
        <Switch
          key={id}
          label={t('Team {name}', { name })}
          checked={rule.teamIds.includes(id)}
          onCheckedChange={() => onChange({ ...rule, teamIds: toggled(rule.teamIds, id) })}
        />
      ))}
      {directory?.people.map(({ id, name, email }) => (
        <Switch
          key={id}
          label={name}
          hint={email}
          checked={rule.userIds.includes(id)}
          onCheckedChange={() => onChange({ ...rule, userIds: toggled(rule.userIds, id) })}
        />
      ))}
    </div>
  )
}
