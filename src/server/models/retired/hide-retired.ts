import { asTexts } from '#lib/fields.ts'
import { asSchema, hintsOf, type JsonSchema, type ParamSchema } from '#lib/params/param-schema.ts'
import { ownValue } from '#lib/own-value.ts'
import { retirements, type Retirement } from './retirements.ts'

export type RetiredOptions = {
  /** The kind of service. */
  service: string
  /** The day that counts, `2026-11-27`; today unless given. */
  day?: string
  table?: readonly Retirement[]
}

export const toDay = (time: Date): string => time.toISOString().slice(0, 10)

/** The retirements of a service whose day has come. */
const inForce = ({ service, day = toDay(new Date()), table = retirements }: RetiredOptions) =>
  table.filter((one) => one.service === service && one.on <= day)

/** Whether a service does not have a model any more, by its own id of it. */
export const isModelRetired = (model: string, options: RetiredOptions): boolean =>
  inForce(options).some(({ field, value }) => field === undefined && value === model)

/** Returns a form without the values that its service retired. The form still knows their replacements. */
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
      ...hintsOf(field),
      retired: {
        ...asSchema(hintsOf(field)['retired']),
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

/** Returns what forms offer although their services have retired it on a day. */
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
