import { isEqual } from '#lib/params/matches.ts'
import type { Field } from '#lib/params/read-fields.ts'
import { Button } from '#ui/actions/button.tsx'
import { useFieldLabelId } from '#ui/fields/field-control.ts'

type ChoicesControlProps = {
  field: Field
  value: unknown
  onChange: (value: readonly unknown[] | undefined) => void
}

export function ChoicesControl({ field, value, onChange }: ChoicesControlProps) {
  const labelId = useFieldLabelId()
  const held = value === undefined ? field.default : value
  const picked: readonly unknown[] = Array.isArray(held) ? held : []
  const isPicked = (choice: unknown) => picked.some((one) => isEqual(one, choice))
  const toggle = (choice: unknown) => {
    const next = field.choices
      .map((one) => one.value)
      .filter((one) => isPicked(one) !== isEqual(one, choice))
    onChange(next.length === 0 && field.default === undefined ? undefined : next)
  }
  return (
    <fieldset aria-labelledby={labelId} className="flex flex-wrap gap-1">
      {field.choices.map((choice) => (
        <Button
          key={choice.label}
          size="sm"
          aria-pressed={isPicked(choice.value)}
          className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
          onClick={() => toggle(choice.value)}
        >
          {choice.label}
        </Button>
      ))}
    </fieldset>
  )
}
