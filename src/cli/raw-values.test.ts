import { describe, expect, it } from 'vitest'
import { rawValues } from './raw-values.mjs'

function countReports(text: string): number {
  let count = 0
  const visitor = rawValues.create({ report: () => count++ })
  visitor.Literal({ value: text })
  return count
}

describe('rawValues', () => {
  it.each([
    'p-2 text-[15px]',
    'text-[0.9375rem]',
    'leading-[2.75rem]',
    'bg-[#fff]',
    'hover:bg-[color-mix(in_oklch,var(--surface),var(--ink)_6%)]',
    'border-[rgb(0_0_0)]',
    'rounded-[10px]',
    'rounded-tl-[10px]',
    'shadow-[0_1px_2px_black]',
    'duration-150',
    'transition duration-[90ms]',
  ])('refuses %s', (text) => {
    expect(countReports(text)).toBe(1)
  })

  it.each([
    'text-md leading-none rounded-lg shadow-raised',
    'w-[min(26rem,var(--available-width))]',
    'duration-(--motion-menu)',
    'rounded-[inherit]',
    'A model of 150 g in #3 of the list',
    'max-w-[60ch] tracking-[0.35em]',
  ])('accepts %s', (text) => {
    expect(countReports(text)).toBe(0)
  })
})
