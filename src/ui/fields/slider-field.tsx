import { useFieldLabelId } from './field-control.ts'
import { NumberField } from './number-field.tsx'
import { formatNumber, type NumberRange } from './number-text.ts'
import { Slider } from './slider.tsx'

type SliderFieldProps = Omit<NumberRange, 'min' | 'max'> & {
  value: number | undefined
  onValueChange: (value: number | undefined) => void
  min: number
  max: number
  unit?: string | undefined
  /** Position of the slider's thumb while the field has no value. */
  restingValue?: number | undefined
  disabled?: boolean | undefined
  'aria-label'?: string | undefined
}

export function SliderField({
  value,
  onValueChange,
  min,
  max,
  step = 1,
  isInteger,
  unit,
  restingValue,
  disabled,
  'aria-label': label,
}: SliderFieldProps) {
  const labelId = useFieldLabelId()
  const shown = value ?? restingValue ?? min
  return (
    <div className="flex items-center gap-3">
      <Slider
        value={shown}
        onValueChange={onValueChange}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        isUnset={value === undefined}
        aria-label={label}
        aria-labelledby={label === undefined ? labelId : undefined}
        aria-valuetext={unit === undefined ? undefined : `${formatNumber(shown)} ${unit}`}
        className="flex-1"
      />
      <NumberField
        value={value}
        onValueChange={onValueChange}
        min={min}
        max={max}
        step={step}
        isInteger={isInteger}
        unit={unit}
        placeholder={restingValue === undefined ? undefined : formatNumber(restingValue)}
        disabled={disabled}
        aria-label={label}
        className="w-24! shrink-0"
      />
    </div>
  )
}
