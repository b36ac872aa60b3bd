import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import {
  holeFrameMmMin,
  plateLimits,
  type PlateExtra,
  type PlateOptions,
} from '#model-files/plate/plate-options.ts'

type NumberName = keyof typeof plateLimits & keyof PlateOptions

type PlateFormProps = {
  options: PlateOptions
  onChange: (part: Partial<PlateOptions>) => void
}

const extras: readonly { value: PlateExtra; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'holes', label: 'Holes' },
  { value: 'foot', label: 'Foot' },
]

/** Renders the fields of a lithophane or a relief. */
export function PlateForm({ options, onChange }: PlateFormProps) {
  const isLithophane = options.kind === 'lithophane'
  const field = (name: NumberName | 'widthMm', label: string, rest: FieldRest) => {
    const [min, max] = name === 'widthMm' ? plateLimits.sideMm : plateLimits[name]
    return (
      <FormField label={label} hint={rest.hint}>
        <NumberField
          value={options[name]}
          min={min}
          max={max}
          step={rest.step}
          unit={rest.unit}
          onValueChange={(value) => {
            if (value !== undefined) onChange({ [name]: value })
          }}
        />
      </FormField>
    )
  }
  return (
    <div className="grid gap-3.5">
      <div className="grid grid-cols-2 items-start gap-3">
        {field('widthMm', 'Width', { step: 5, unit: 'mm' })}
        {field('pixelsPerMm', 'Detail', { step: 1, unit: '/ mm' })}
        {field('minMm', isLithophane ? 'Thinnest' : 'Plate', { step: 0.2, unit: 'mm' })}
        {field('maxMm', isLithophane ? 'Thickest' : 'Highest', { step: 0.2, unit: 'mm' })}
        {field('gamma', 'Gamma', { step: 0.1, hint: '1 is linear light' })}
        {field('smoothMm', 'Smooth', { step: 0.1, unit: 'mm' })}
        {field('frameMm', 'Frame', { step: 1, unit: 'mm' })}
        {options.frameMm > 0 &&
          field('frameThicknessMm', 'Frame thickness', { step: 0.5, unit: 'mm' })}
      </div>
      {isLithophane &&
        field('bendDegrees', 'Bend', {
          step: 10,
          unit: '°',
          hint: '0 is flat, 180 is half a round',
        })}
      <FormField
        label={isLithophane ? 'Hang it or stand it' : 'Hang it'}
        hint={options.extra === 'holes' ? `In the frame, from ${holeFrameMmMin} mm` : undefined}
      >
        <SegmentedControl<PlateExtra>
          value={options.extra}
          options={extras.filter(({ value }) => value !== 'foot' || canStand(options))}
          onValueChange={(extra) =>
            onChange({
              extra,
              ...(extra === 'holes' && { frameMm: Math.max(options.frameMm, holeFrameMmMin) }),
            })
          }
        />
      </FormField>
      <Switch
        label={isLithophane ? 'Bright is thick' : 'Dark is high'}
        checked={options.isInverted}
        onCheckedChange={(isInverted) => onChange({ isInverted })}
      />
    </div>
  )
}

type FieldRest = { step: number; unit?: string; hint?: string }

export const canStand = ({ kind, bendDegrees }: PlateOptions): boolean =>
  kind === 'lithophane' && bendDegrees === 0
