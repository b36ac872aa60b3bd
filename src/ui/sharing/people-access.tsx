import UserMinus from 'lucide-react/icons/user-minus'
import { t } from '#languages/app.ts'
import { IconButton } from '../actions/icon-button.tsx'
import { FormField } from '../fields/field.tsx'
import type { SelectOption } from '../fields/select-props.ts'
import { Select } from '../fields/select.tsx'

type Role = 'viewer' | 'editor'
type Row = { id: string; subject: string; name: string; role: Role }

type PeopleAccessProps = {
  rows: readonly Row[]
  options: readonly SelectOption[]
  error: string | undefined
  onChange: (subject: string, role: Role) => void
  onRemove: (id: string) => void
  hints: Record<Role, string>
}

export function PeopleAccess(props: PeopleAccessProps) {
  const { rows, options, error, onChange, onRemove, hints } = props
  const roles = [
    { value: 'viewer' as const, label: t('Viewer'), hint: hints.viewer },
    { value: 'editor' as const, label: t('Editor'), hint: hints.editor },
  ]
  return (
    <section aria-label={t('People and teams')} className="flex flex-col gap-2">
      <FormField label={t('People and teams')} error={error}>
        <Select
          value={undefined}
          placeholder={
            options.length === 0 ? t('Shared with everyone here') : t('Add people or a team')
          }
          disabled={options.length === 0}
          onValueChange={(subject) => onChange(subject, 'viewer')}
          options={options}
        />
      </FormField>
      {rows.length > 0 && (
        <ul aria-label={t('Shared with')} className="flex flex-col gap-1">
          {rows.map(({ id, subject, name, role }) => (
            <li key={id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              <Select
                aria-label={t('Role of {name}', { name })}
                variant="ghost"
                value={role}
                onValueChange={(next) => onChange(subject, next)}
                options={roles}
              />
              <IconButton
                label={t('Stop sharing with {name}', { name })}
                icon={<UserMinus aria-hidden />}
                onClick={() => onRemove(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
