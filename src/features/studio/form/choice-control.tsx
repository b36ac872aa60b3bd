import type { Field } from '#lib/params/read-fields.ts'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/studio.ts'

type ChoiceControlProps = {
  field: Field
  value: unknown
  onChange: (value: unknown) => void
}

const unset = '\u0000unset'

/**
 * Renders a choice as buttons side by side (segments) if they fit, else as a list. A single
 * optional choice becomes a switch.
 */
export function ChoiceControl({ field, value, onChange }: ChoiceControlProps) {
  const { choices } = field
  const held = value === undefined ? field.default : value
  const key = held === undefined || held === null ? unset : getChoiceKey(held)
  const pick = (picked: string) =>
    onChange(
      choices.find((choice) => getChoiceKey(choice.value) === picked)?.value ??
        getEmptyValue(field),
    )

  const [only] = choices
  if (only && choices.length === 1 && !field.required) {
    return (
      <Switch
        checked={key === getChoiceKey(only.value)}
        onCheckedChange={(isOn) => onChange(isOn ? only.value : getEmptyValue(field))}
      />
    )
  }
  if (isSegmented(field)) {
    return (
      <SegmentedControl
        value={key}
        onValueChange={pick}
        options={choices.map((choice) => ({
          value: getChoiceKey(choice.value),
          label: choice.label,
        }))}
        className="flex!"
      />
    )
  }
  const options = choices.map((choice) => ({
    value: getChoiceKey(choice.value),
    label: withUnit(choice.label, field),
  }))
  const mayBeEmpty = !field.required && (field.nullable || field.default === undefined)
  return (
    <Select
      value={key}
      onValueChange={pick}
      options={mayBeEmpty ? [{ value: unset, label: t('Not set') }, ...options] : options}
    />
  )
}

const getChoiceKey = (choice: unknown): string => JSON.stringify(choice)

/**
 * Returns the value of an emptied choice: `null` if the field has a default, because `undefined`
 * would restore the default.
 */
const getEmptyValue = (field: Field): null | undefined =>
  field.default === undefined ? undefined : null

const withUnit = (label: string, { unit }: Field): string =>
  unit !== undefined && /^\d+$/.test(label) ? `${label} ${unit}` : label

/**
 * Maximum length in characters of a choice's label beside the field's label. The index is the
 * number of choices.
 */
const lettersBeside = [0, 0, 11, 7, 4] as const
/**
 * Maximum length in characters of a choice's label below the field's label. The index is the number
 * of choices.
 */
const lettersBelow = [0, 0, 19, 12, 8] as const

const lettersMost = ({ choices }: Field): number =>
  Math.max(0, ...choices.map(({ label }) => label.length))

/**
 * Returns whether the choices are shown as segments. An optional choice needs a list, because
 * segments cannot be emptied.
 */
function isSegmented(field: Field): boolean {
  const { choices, widget } = field
  if (field.kind !== 'enum' || choices.length < 2 || choices.length > 4) return false
  if (field.default === undefined && !field.required) return false
  const fits = widget === 'segmented' ? lettersBelow : lettersBeside
  return lettersMost(field) <= (fits[choices.length] ?? 0)
}

export const isWide = (field: Field): boolean =>
  isSegmented(field) && lettersMost(field) > (lettersBeside[field.choices.length] ?? 0)
