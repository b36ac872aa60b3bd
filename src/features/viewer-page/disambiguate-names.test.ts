import { expect, it } from 'vitest'
import { disambiguateNames } from './disambiguate-names.ts'

it('disambiguateNames does not change unique names', () => {
  expect(disambiguateNames([{ name: 'Cup', recipe: { seed: 1 } }, { name: 'Vase' }])).toEqual([
    'Cup',
    'Vase',
  ])
})

it('disambiguateNames adds the step, seed or number to equal names', () => {
  const source = { step: 'Rig' }
  expect(
    disambiguateNames([
      { name: 'Cup', recipe: { seed: 1 } },
      { name: 'Cup', recipe: { seed: 2, source } },
      { name: 'Cup', recipe: { seed: 1 } },
      { name: 'Vase' },
    ]),
  ).toEqual(['Cup, variation 1 (1)', 'Cup, Rig', 'Cup, variation 1 (2)', 'Vase'])
  expect(disambiguateNames([{ name: 'Cup' }, { name: 'Cup', recipe: null }])).toEqual([
    'Cup (1)',
    'Cup (2)',
  ])
})
