import { toMidSentence } from '#lib/format.ts'
import { useQuery } from '@tanstack/react-query'
import { aliasProviderId } from '#contract/model-aliases.ts'
import { modelsQuery } from '#queries/models.ts'
import { teamsQuery } from '#queries/teams.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { peopleQuery } from '../people/people-queries.ts'
import { settingsQueries } from '../queries/settings-queries.ts'

type AmountFieldProps = {
  label: string
  text: string
  onTextChange: (text: string) => void
  error: string | undefined
}

/**
 * Renders a field for the amount of a limit. The field never corrects the typed text, because a
 * correction would silently change the limit.
 */
export const AmountField = ({ label, text, onTextChange, error }: AmountFieldProps) => (
  <FormField label={label} error={error}>
    <TextField
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => onTextChange(event.target.value)}
    />
  </FormField>
)

type SubjectFieldProps = {
  scope: 'person' | 'team' | 'key' | 'model'
  value: string | undefined
  onValueChange: (id: string) => void
  /**
   * True to show an error, because the form was submitted without an account, team, key or model.
   */
  isNeeded: boolean
}

export function SubjectField({ scope, value, onValueChange, isNeeded }: SubjectFieldProps) {
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
    model: models.data?.models.map(({ id, name, provider }) => ({
      value: id,
      label: name,
      hint: provider === aliasProviderId ? t('{id}: all models behind it together', { id }) : id,
    })),
  }[scope]
  const [label, needed] = subjectWords[scope]
  const isEmpty = options?.length === 0
  return (
    <FormField
      label={label}
      error={isNeeded && value === undefined ? needed : undefined}
      hint={isEmpty ? t('There is no {label} yet.', { label: toMidSentence(label) }) : undefined}
    >
      <Select
        value={value}
        onValueChange={onValueChange}
        options={options ?? []}
        placeholder={t('Choose')}
      />
    </FormField>
  )
}

const subjectWords = {
  person: [t('Person'), t('Choose a person.')],
  team: [t('Team'), t('Choose a team.')],
  key: [t('API key'), t('Choose an API key.')],
  model: [t('Model'), t('Choose a model.')],
} as const
