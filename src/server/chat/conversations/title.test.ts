import { expect, it } from 'vitest'
import { titleOf } from './title.ts'

it('names the models that a question is about, without their ids', () => {
  expect(titleOf('Is “Bear” (model abcdefghij0123456789)\nsturdy?')).toBe('Is Bear sturdy?')
})
