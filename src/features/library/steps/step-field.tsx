import type { Field as ParamField } from '#lib/params/read-fields.ts'
import { asNumber, asString } from '#lib/fields.ts'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { t } from '#languages/library.ts'

type StepFieldProps = {
  field: ParamField
  value: unknown
  error: string | undefined
  /** Receives `undefined` if the field is cleared. */
  onChange: (value: unknown) => void
}

export function StepField({ field, value, error, onChange }: StepFieldProps) {
  const { kind, title, description, required, choices } = field
  if (kind === 'boolean') {
    return (
      <Switch
        label={title}
        hint={description}
        checked={value === true}
        onCheckedChange={onChange}
      />
    )
  }
  return (
    <FormField label={title} hint={description} isRequired={required} error={error}>
      {kind === 'enum' ? (
        <Select
          value={choices.some((choice) => choice.value === value) ? String(value) : undefined}
          placeholder={t('Choose')}
          options={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
          onValueChange={(text) =>
            onChange(choices.find((choice) => String(choice.value) === text)?.value)
          }
        />
      ) : kind === 'number' || kind === 'integer' || kind === 'seed' ? (
        <NumberField
          value={asNumber(value)}
          min={field.min}
          max={field.max}
          isInteger={kind !== 'number'}
          unit={field.unit}
          placeholder={kind === 'seed' ? t('Random') : undefined}
          onValueChange={onChange}
        />
      ) : (
        <TextArea
          value={asString(value)}
          maxLength={field.lengthMax}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      )}
    </FormField>
  )
}
