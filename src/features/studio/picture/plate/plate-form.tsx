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
import { t } from '#languages/studio.ts'

type NumberName = keyof typeof plateLimits & keyof PlateOptions

type PlateFormProps = {
  options: PlateOptions
  onChange: (part: Partial<PlateOptions>) => void
}

const extras: readonly { value: PlateExtra; label: string }[] = [
  { value: 'none', label: t('None') },
  { value: 'holes', label: t('Holes') },
  { value: 'foot', label: t('Foot') },
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
        {field('widthMm', t('Width'), { step: 5, unit: 'mm' })}
        {field('pixelsPerMm', t('Detail'), { step: 1, unit: '/ mm' })}
        {field('minMm', isLithophane ? t('Thinnest') : t('Plate'), { step: 0.2, unit: 'mm' })}
        {field('maxMm', isLithophane ? t('Thickest') : t('Highest'), { step: 0.2, unit: 'mm' })}
        {field('gamma', 'Gamma', { step: 0.1, hint: t('1 is linear light') })}
        {field('smoothMm', t('Smooth'), { step: 0.1, unit: 'mm' })}
        {field('frameMm', t('Frame'), { step: 1, unit: 'mm' })}
        {options.frameMm > 0 &&
          field('frameThicknessMm', t('Frame thickness'), { step: 0.5, unit: 'mm' })}
      </div>
      {isLithophane &&
        field('bendDegrees', t('Bend'), {
          step: 10,
          unit: '°',
          hint: t('0 is flat, 180 is half a round'),
        })}
      <FormField
        label={isLithophane ? t('Hang it or stand it') : t('Hang it')}
        hint={
          options.extra === 'holes'
            ? t('In the frame, from {holeFrameMmMin} mm', { holeFrameMmMin })
            : undefined
        }
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
        label={isLithophane ? t('Bright is thick') : t('Dark is high')}
        checked={options.isInverted}
        onCheckedChange={(isInverted) => onChange({ isInverted })}
      />
    </div>
  )
}

type FieldRest = { step: number; unit?: string; hint?: string }

export const canStand = ({ kind, bendDegrees }: PlateOptions): boolean =>
  kind === 'lithophane' && bendDegrees === 0
