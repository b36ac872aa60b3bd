import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { t } from '#languages/library.ts'
import { type ChangeValues, formats, textureSizes } from './change-values.ts'
import type { ModelChange } from './changes.ts'

type ChangeFieldsProps = {
  kind: ModelChange['kind']
  values: ChangeValues
  onChange: (part: Partial<ChangeValues>) => void
}

export function ChangeFields({ kind, values, onChange }: ChangeFieldsProps) {
  if (kind === 'lighten') {
    return (
      <>
        <FormField label={t('Maximum triangles')}>
          <NumberField
            value={values.triangles}
            min={4}
            max={10_000_000}
            isInteger
            placeholder={t('Keep')}
            onValueChange={(triangles) => onChange({ triangles })}
          />
        </FormField>
        <FormField label={t('Maximum texture size')}>
          <Select
            value={values.texturePx === undefined ? keep : String(values.texturePx)}
            options={[
              { value: keep, label: t('Keep') },
              ...textureSizes.map((px) => ({ value: String(px), label: `${px} px` })),
            ]}
            onValueChange={(text) =>
              onChange({ texturePx: text === keep ? undefined : Number(text) })
            }
          />
        </FormField>
      </>
    )
  }
  if (kind === 'height') return <Height values={values} onChange={onChange} />
  if (kind === 'hollow') {
    return (
      <>
        <Height values={values} onChange={onChange} />
        <Millimetres
          label={t('Wall thickness')}
          value={values.wallMm}
          onChange={(wallMm) => onChange({ wallMm })}
        />
        <Millimetres
          label={t('Drain hole')}
          placeholder={t('None')}
          value={values.drainMm}
          onChange={(drainMm) => onChange({ drainMm })}
        />
      </>
    )
  }
  if (kind === 'repair') return null
  return (
    <FormField
      label={t('Format')}
      hint={formats.find(({ value }) => value === values.format)?.hint}
    >
      <Select
        value={values.format}
        options={formats.map(({ value, label }) => ({ value, label }))}
        onValueChange={(wanted) => {
          const format = formats.find(({ value }) => value === wanted)?.value
          if (format) onChange({ format })
        }}
      />
    </FormField>
  )
}

const Height = ({ values, onChange }: Omit<ChangeFieldsProps, 'kind'>) => (
  <Millimetres
    label={t('Height')}
    value={values.heightMm}
    onChange={(heightMm) => onChange({ heightMm })}
  />
)

const keep = 'keep'

type MillimetresProps = {
  label: string
  placeholder?: string
  value: number | undefined
  onChange: (value: number | undefined) => void
}

const Millimetres = ({ label, placeholder, value, onChange }: MillimetresProps) => (
  <FormField label={label}>
    <NumberField
      value={value}
      min={0.1}
      max={10_000}
      unit="mm"
      placeholder={placeholder}
      onValueChange={onChange}
    />
  </FormField>
)
