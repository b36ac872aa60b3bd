import { t } from '#lib/language/translate.ts'
import { matches, TooMuchWorkError, Work } from './matches.ts'
import { asList, asNumber, asText } from '#lib/fields.ts'
import { formatUsd } from '../money.ts'
import { ownValue } from '../own-value.ts'
import { asSchema, type Params, type ParamSchema } from './param-schema.ts'
import { readParams } from './read-part.ts'

export type Price = {
  amount: number
  unit: 'credit' | 'usd'
  /**
   * Price in US dollars. Undefined if the schema states no dollar price of the unit, such as a
   * credit.
   */
  usd?: number
  parts: { label: string; amount: number }[]
  /** True if the provider publishes the price for this API, false for an estimate. */
  isCertain: boolean
  note?: string
}

/**
 * Calculates the price of params from `x-price`: a `base` amount, or a base per value of one param
 * (`byValue`), plus the conditional amounts in `add`.
 * @returns `undefined` without a valid price rule.
 */
export function calculatePrice(schema: ParamSchema, params: Params): Price | undefined {
  const rule = asSchema(schema['x-price'])
  const unit = rule?.['unit']
  if (!rule || (unit !== 'credit' && unit !== 'usd')) return undefined
  const base = getBase(rule, schema, params)
  if (base === undefined) return undefined
  const parts = [{ label: asText(rule['label']) ?? t('Model'), amount: base }]
  try {
    const work = new Work(schema)
    for (const entry of asList(rule['add']).map(asSchema)) {
      const amount = asNumber(entry?.['amount'])
      if (!entry || amount === undefined) return undefined
      if (!matches(entry['when'] ?? true, params, work)) continue
      parts.push({ label: asText(entry['label']) ?? t('Extra'), amount })
    }
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error
    return undefined
  }
  const amount = exact(parts.reduce((sum, part) => sum + part.amount, 0))
  const worth = unit === 'usd' ? 1 : asNumber(rule['usdPerUnit'])
  const note = asText(rule['note'])
  return {
    amount,
    unit,
    parts,
    isCertain: rule['certain'] === true,
    ...(worth !== undefined && { usd: exact(amount * worth) }),
    ...(note !== undefined && { note }),
  }
}

function getBase(
  rule: Readonly<Record<string, unknown>>,
  schema: ParamSchema,
  params: Params,
): number | undefined {
  for (const [name, amounts] of Object.entries(asSchema(rule['byValue']) ?? {})) {
    const value = ownValue(params, name) ?? readParams(schema).get(name)?.schema['default']
    const amount = asNumber(ownValue(asSchema(amounts), String(value)))
    if (amount !== undefined) return amount
  }
  return asNumber(rule['base'])
}

/** Rounds to six decimals, so that 0.1 + 0.2 is 0.3. */
const exact = (amount: number): number => Number(amount.toFixed(6))

/** Formats credits such as `1 credit` or `1,200 credits`. */
export const formatCredits = (amount: number): string =>
  t('{amount, plural, one {# credit} other {# credits}}', { amount })

/** Formats a price such as `30 credits`, `$0.35` or `free`. Estimates start with `about`. */
export function formatPrice({ amount, unit, isCertain }: Price): string {
  if (amount === 0) return t('free')
  const price = unit === 'usd' ? formatUsd(amount, 4) : formatCredits(amount)
  return isCertain ? price : t('about {price}', { price })
}
