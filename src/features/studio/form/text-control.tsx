import { language } from '#lib/language/translate.ts'
import { countCharacters } from '#lib/params/matches.ts'
import type { Field } from '#lib/params/read-fields.ts'
import { isLongText } from './long-text.ts'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type TextControlProps = {
  field: Field
  value: unknown
  onChange: (value: string | undefined) => void
}

export function TextControl({ field, value, onChange }: TextControlProps) {
  const preset = typeof field.default === 'string' ? field.default : undefined
  const text = typeof value === 'string' ? value : value === undefined ? (preset ?? '') : ''
  const change = (next: string) => onChange(next === '' && preset === undefined ? undefined : next)
  if (!isLongText(field)) {
    return (
      <TextField
        value={text}
        placeholder={field.placeholder}
        onChange={(event) => change(event.target.value)}
      />
    )
  }
  const { lengthMax } = field
  const length = countCharacters(text)
  return (
    <div className="grid gap-1">
      <TextArea
        value={text}
        rowsMin={3}
        rowsMax={8}
        placeholder={field.placeholder}
        onChange={(event) => change(event.target.value)}
      />
      {lengthMax !== undefined && (
        <p
          className={`justify-self-end text-xs tabular-nums ${length > lengthMax ? 'text-danger' : 'text-ink-faint'}`}
        >
          {length.toLocaleString(language)} / {lengthMax.toLocaleString(language)}
        </p>
      )}
    </div>
  )
}
