import { expect, it } from 'vitest'
import { amountText, readAmount } from './limit-amount.ts'

it('readAmount and amountText use the units that users type', () => {
  expect(readAmount('usd', '12,50')).toEqual({ amount: 12.5 })
  expect(readAmount('tokens', '20')).toEqual({ amount: 20_000 })
  expect(readAmount('bytes', '1.5')).toEqual({ amount: 1_500_000 })
  expect(amountText('bytes', 1_500_000)).toBe('1.5')
  expect(amountText('tokens', 20_000)).toBe('20')
})

it('readAmount reports the allowed range', () => {
  const problems = ['x', '0', '0.004', '-1', '2e9'].map((text) => readAmount('usd', text).problem)
  expect(problems).toEqual([
    'Enter a number.',
    'Enter 0.01 or more.',
    'Enter 0.01 or more.',
    'Enter 0.01 or more.',
    'Enter 1,000,000,000 or less.',
  ])
  expect(readAmount('models', '2.5').problem).toBe('Enter a whole number.')
  expect(readAmount('models', '0').problem).toBe('Enter 1 or more.')
})
