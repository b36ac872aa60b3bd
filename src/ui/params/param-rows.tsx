import { useMemo } from 'react'
import type { ParamIssue } from '#lib/params/check/check-params.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { readFields, type Field as ParamField } from '#lib/params/read-fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { Select } from '#ui/fields/select.tsx'
import { SliderField } from '#ui/fields/slider-field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/app.ts'

type Params = Readonly<Record<string, unknown>>

type ParamRowsProps = {
  paramSchema: ParamSchema
  params: Params
  issues: readonly ParamIssue[]
  onChange: (params: Params) => void
}

/**
 * Renders a form for a model's params from their JSON Schema. Only params that the user has changed
 * are sent.
 */
export function ParamRows({ paramSchema, params, issues, onChange }: ParamRowsProps) {
  const fields = useMemo(() => readFields(paramSchema), [paramSchema])
  const set = (name: string, value: unknown) => {
    const { [name]: _old, ...rest } = params
    onChange(value === undefined || value === '' ? rest : { ...rest, [name]: value })
  }
  const row = (field: ParamField) => (
    <FormField
      key={field.name}
      label={field.title}
      hint={field.description}
      error={issues.find(({ path }) => path.split('/', 1)[0] === field.name)?.message}
      aside={
        ownValue(params, field.name) !== undefined && (
          <button
            type="button"
            onClick={() => set(field.name, undefined)}
            className="text-xs text-ink-faint underline-offset-2 hover:text-ink hover:underline"
          >
            {t('Model default')}
          </button>
        )
      }
    >
      <Control
        field={field}
        value={ownValue(params, field.name)}
        onChange={(value) => set(field.name, value)}
      />
    </FormField>
  )
  const advanced = fields.filter((field) => field.advanced)
  return (
    <div className="grid gap-3.5 pt-1">
      {fields.filter((field) => !field.advanced).map(row)}
      {advanced.length > 0 && (
        <PanelSection
          title={t('Advanced')}
          isOpen={advanced.some(({ name }) => ownValue(params, name) !== undefined)}
        >
          <div className="grid gap-3.5 pt-1">{advanced.map(row)}</div>
        </PanelSection>
      )}
    </div>
  )
}

/** Values that most providers use if a param is not sent. */
const restingValues: Readonly<Record<string, number>> = {
  temperature: 1,
  top_p: 1,
  frequency_penalty: 0,
  presence_penalty: 0,
}

type ControlProps = { field: ParamField; value: unknown; onChange: (value: unknown) => void }

const asNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)

function Control({ field, value, onChange }: ControlProps) {
  const { kind, min, max, step, unit, choices, placeholder } = field
  const isInteger = kind === 'integer' || kind === 'seed'
  if (kind === 'boolean') {
    return (
      <Switch
        checked={value === undefined ? field.default === true : value === true}
        onCheckedChange={onChange}
      />
    )
  }
  if (kind === 'enum') {
    const own = { value: '', label: t('Model default') }
    const chosen = choices.find((choice) => choice.value === value)
    return (
      <Select
        value={chosen === undefined ? '' : String(chosen.value)}
        onValueChange={(text) =>
          onChange(choices.find((choice) => String(choice.value) === text)?.value)
        }
        options={[
          own,
          ...choices.map((choice) => ({ value: String(choice.value), label: choice.label })),
        ]}
      />
    )
  }
  if (kind === 'number' || kind === 'integer' || kind === 'seed') {
    const shared = { value: asNumber(value), onValueChange: onChange, isInteger, unit }
    const hasSlider =
      min !== undefined && max !== undefined && field.widget !== 'number' && max - min <= 1000
    return hasSlider ? (
      <SliderField
        {...shared}
        min={min}
        max={max}
        step={step ?? (isInteger ? 1 : (max - min) / 100)}
        restingValue={asNumber(field.default) ?? ownValue(restingValues, field.name)}
      />
    ) : (
      <NumberField
        {...shared}
        placeholder={placeholder ?? t('Model default')}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        {...(step === undefined ? {} : { step })}
      />
    )
  }
  return (
    <TextField
      value={typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)}
      placeholder={placeholder ?? t('Model default')}
      onChange={({ target }) => onChange(kind === 'text' ? target.value : readJson(target.value))}
    />
  )
}

/**
 * Parses lists and objects written as JSON. Keeps invalid text, so that the server can report the
 * error.
 */
function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
