import { describe, expect, it } from 'vitest'
import { calculatePrice, formatPrice } from './price.ts'
import { createParamSchema } from './param-schemas.fixture.ts'

const size = { size: { enum: ['s', 'l'], default: 's' } }
const priced = (price: unknown) => createParamSchema(size, { 'x-price': price })
const large = { properties: { size: { const: 'l' } }, required: ['size'] }

describe('calculatePrice', () => {
  it('adds conditional amounts without rounding errors', () => {
    const schema = priced({
      unit: 'usd',
      label: 'Shape',
      base: 0.1,
      add: [{ when: large, amount: 0.2, label: 'Size' }],
      certain: true,
      note: 'List price.',
    })
    expect(calculatePrice(schema, {})).toMatchObject({ amount: 0.1, usd: 0.1, isCertain: true })
    expect(calculatePrice(schema, { size: 'l' })).toEqual({
      amount: 0.3,
      unit: 'usd',
      usd: 0.3,
      parts: [
        { label: 'Shape', amount: 0.1 },
        { label: 'Size', amount: 0.2 },
      ],
      isCertain: true,
      note: 'List price.',
    })
  })

  it('uses the price of a value, or of the default if the value is missing', () => {
    const schema = priced({ unit: 'usd', byValue: { size: { s: 1, l: 2 } } })
    expect(calculatePrice(schema, { size: 'l' })?.amount).toBe(2)
    expect(calculatePrice(schema, {})?.amount).toBe(1)
  })

  it('converts credits to US dollars', () => {
    expect(calculatePrice(priced({ unit: 'credit', usdPerUnit: 0.01, base: 30 }), {})?.usd).toBe(
      0.3,
    )
    expect(calculatePrice(priced({ unit: 'credit', base: 30 }), {})).not.toHaveProperty('usd')
  })

  it.each([
    ['nothing', undefined],
    ['a number', 3],
    ['no base', { unit: 'usd' }],
    ['another currency', { unit: 'gold', base: 1 }],
    ['an extra without an amount', { unit: 'usd', base: 1, add: [{ when: large }] }],
  ])('returns undefined for %s', (_case, price) => {
    expect(calculatePrice(priced(price), {})).toBeUndefined()
  })
})

describe('formatPrice', () => {
  it.each([
    [{ amount: 0.3, unit: 'usd', isCertain: true }, '$0.30'],
    [{ amount: 0.375, unit: 'usd', isCertain: false }, 'about $0.375'],
    [{ amount: 1, unit: 'credit', isCertain: true }, '1 credit'],
    [{ amount: 30, unit: 'credit', isCertain: false }, 'about 30 credits'],
    [{ amount: 0, unit: 'credit', isCertain: true }, 'free'],
  ] as const)('formats the price %j', (price, said) => {
    expect(formatPrice({ ...price, parts: [] })).toBe(said)
  })
})
