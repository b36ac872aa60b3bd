import { useRef } from 'react'
import type { Field } from '#lib/params/read-fields.ts'
import { Button } from '#ui/actions/button.tsx'
import { useFieldLabelId } from '#ui/fields/field-control.ts'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import { t } from '#languages/studio.ts'
import { logScale, positionMax, usualStep } from './slider-scale.ts'

type NumberControlProps = {
  field: Field
  value: unknown
  onChange: (value: number | null | undefined) => void
}

/** Renders a number field, with a slider if the range is known. */
export function NumberControl({ field, value, onChange }: NumberControlProps) {
  const { min, max, unit, presets } = field
  const isInteger = field.kind !== 'number'
  const preset = typeof field.default === 'number' ? field.default : undefined
  const shown = typeof value === 'number' ? value : value === undefined ? preset : undefined
  const step = field.step ?? usualStep(isInteger, min ?? -Infinity, max ?? Infinity)
  // `null` means that the user emptied the field, while `undefined` would restore the default.
  const change = (next: number | undefined) =>
    onChange(next ?? (preset === undefined ? undefined : null))
  const isSliding = hasSlider(field)

  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2.5">
        {isSliding && (
          <RangeSlider
            field={field}
            value={shown}
            resting={preset ?? min ?? 0}
            min={min ?? 0}
            max={max ?? 0}
            step={step}
            onChange={onChange}
          />
        )}
        <NumberField
          value={shown}
          onValueChange={change}
          min={min}
          max={max}
          step={step}
          isInteger={isInteger}
          unit={isSliding ? undefined : unit}
          placeholder={preset === undefined ? t('Automatic') : String(preset)}
          className={isSliding ? 'w-20! shrink-0 px-2!' : undefined}
        />
      </div>
      {presets.length > 0 && (
        <div className="-ms-1.5 flex flex-wrap gap-0.5">
          {presets.map((number) => (
            <Button
              key={number}
              variant="ghost"
              size="sm"
              aria-pressed={number === shown}
              aria-label={`${field.title}: ${number}`}
              className="h-6! px-1.5! tabular-nums"
              onClick={() => onChange(number)}
            >
              {short(number)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Returns whether a number has a slider, which needs a known range and a wide panel. */
export const hasSlider = ({ kind, min, max, widget }: Field): boolean =>
  (kind === 'number' || kind === 'integer') &&
  min !== undefined &&
  max !== undefined &&
  widget !== 'number'

type RangeSliderProps = {
  field: Field
  value: number | undefined
  resting: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
}

function RangeSlider({ field, value, resting, min, max, step, onChange }: RangeSliderProps) {
  const labelId = useFieldLabelId()
  const isByKey = useRef(false)
  const at = value ?? resting
  const said = field.unit === undefined ? String(at) : `${at} ${translateSentence(field.unit)}`
  const common = {
    isUnset: value === undefined,
    'aria-labelledby': labelId,
    'aria-valuetext': said,
    className: 'w-full',
  }
  const scale = field.scale === 'log' ? logScale({ min, max, step }) : undefined

  const moveTo = (position: number) => {
    if (!scale) return
    const next = scale.fromPosition(position)
    const direction = position > scale.toPosition(at) ? 1 : -1
    // One press of an arrow key may change the number by less than its rounding. Then the next
    // rounded number is selected.
    onChange(next === at && isByKey.current ? scale.next(at, direction) : next)
  }

  return (
    <div
      className="flex min-w-0 flex-1"
      onKeyDownCapture={() => (isByKey.current = true)}
      onPointerDownCapture={() => (isByKey.current = false)}
    >
      {scale ? (
        <Slider
          {...common}
          value={scale.toPosition(at)}
          min={0}
          max={positionMax}
          step="any"
          onValueChange={moveTo}
        />
      ) : (
        <Slider {...common} value={at} min={min} max={max} step={step} onValueChange={onChange} />
      )}
    </div>
  )
}

function short(value: number): string {
  if (value >= 1e6 && value % 1e5 === 0) return `${value / 1e6}M`
  return value >= 1e3 && value % 100 === 0 ? `${value / 1e3}k` : String(value)
}
