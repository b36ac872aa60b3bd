import { NumberField } from '#ui/fields/number-field.tsx'

const lengthMaxMm = 10_000

type MillimetresProps = {
  value: number | undefined
  placeholder?: string
  min: number
  step?: number
  onChange: (value: number | undefined) => void
}

export const Millimetres = ({ value, placeholder, min, step = 1, onChange }: MillimetresProps) => (
  <NumberField
    value={value}
    placeholder={placeholder}
    min={min}
    max={lengthMaxMm}
    step={step}
    unit="mm"
    onValueChange={onChange}
  />
)
