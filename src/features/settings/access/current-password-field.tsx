import { passwordLengthMax } from '#contract/access/access.ts'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type CurrentPasswordFieldProps = {
  label: string
  error?: string | undefined
  value: string
  onChange: (password: string) => void
}

export const CurrentPasswordField = ({
  label,
  error,
  value,
  onChange,
}: CurrentPasswordFieldProps) => (
  <FormField label={label} error={error}>
    <TextField
      type="password"
      autoComplete="current-password"
      maxLength={passwordLengthMax}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </FormField>
)
