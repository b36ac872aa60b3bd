import { asTexts } from '#lib/fields.ts'
import { asSchema, getHints, type JsonSchema, type ParamSchema } from '#lib/params/param-schema.ts'
import { ownValue } from '#lib/own-value.ts'
import { retirements, type Retirement } from './retirements.ts'

export type RetiredOptions = {
  service: string
  /** Current date, such as `2026-11-27`. Default: today. */
  day?: string
  table?: readonly Retirement[]
}

export const toDay = (time: Date): string => time.toISOString().slice(0, 10)

const inForce = ({ service, day = toDay(new Date()), table = retirements }: RetiredOptions) =>
  table.filter((one) => one.service === service && one.on <= day)

export const isModelRetired = (model: string, options: RetiredOptions): boolean =>
  inForce(options).some(({ field, value }) => field === undefined && value === model)

/** Returns a form without the values that the model's service has retired. */
export function hideRetired(schema: ParamSchema, options: RetiredOptions): ParamSchema {
  const all = inForce(options)
  const changed = Object.entries(schema.properties).flatMap(([name, field]) => {
    const gone = all.filter((one) => one.field === name)
    return gone.length > 0 ? [[name, withoutValues(field, gone)] as const] : []
  })
  if (changed.length === 0) return schema
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(changed) } }
}

function withoutValues(field: JsonSchema, gone: readonly Retirement[]): JsonSchema {
  const isGone = (value: unknown) => gone.find((one) => one.value === value)
  const values = field['enum']
  const successor = isGone(field['default'])?.use
  return {
    ...field,
    ...(Array.isArray(values) && { enum: values.filter((value) => !isGone(value)) }),
    ...(successor !== undefined && { default: successor }),
    'x-ui': {
      ...getHints(field),
      retired: {
        ...asSchema(getHints(field)['retired']),
        ...Object.fromEntries(
          gone.map(({ value, on, use, also }) => [
            value,
            { on, ...(use !== undefined && { use }), ...(also && { also }) },
          ]),
        ),
      },
    },
  }
}

type Form = { service: string; model: string; schema: ParamSchema }

/**
 * Returns the values and models that forms contain although their service has retired them on the
 * given date.
 */
export function findRetiredOffers(
  forms: readonly Form[],
  { day, table }: Pick<RetiredOptions, 'day' | 'table'>,
): { service: string; model: string; what: string }[] {
  return forms.flatMap(({ service, model, schema }) =>
    inForce({ service, ...(day !== undefined && { day }), ...(table && { table }) })
      .filter((gone) => isOffered(model, schema, gone))
      .map(({ field, value }) => ({
        service,
        model,
        what: field === undefined ? 'itself' : `${field} “${value}”`,
      })),
  )
}

function isOffered(model: string, schema: ParamSchema, { field, value }: Retirement): boolean {
  if (field === undefined) return model === value
  const offered = ownValue(schema.properties, field)
  return asTexts(offered?.['enum']).includes(value) || offered?.['default'] === value
}
