import { expect, it } from 'vitest'
import { adviseOnAddress } from './upstream-service.ts'

it('adviseOnAddress mentions an address only if a setting contains it', () => {
  expect(adviseOnAddress({ addressSetting: 'its address', addressExample: 'https://a.test' })).toBe(
    'Check its address; it should look like https://a.test.',
  )
  expect(adviseOnAddress({ addressExample: '' })).toBe('Try again later.')
})
