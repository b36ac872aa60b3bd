import { expect, it } from 'vitest'
import { ApiError } from './errors.ts'
import { getFieldProblems } from './field-problems.ts'

const refusal = (path: string) =>
  new ApiError(
    {
      code: 'bad_request',
      message: 'name: Enter a name.',
      issues: [{ path, message: 'Enter a name.' }],
    },
    400,
  )

it('getFieldProblems assigns each problem to its field, without the name of the field', () => {
  expect(getFieldProblems(undefined, ['email', 'name'])).toEqual({})
  expect(getFieldProblems(refusal('name'), ['email', 'name'])).toEqual({ name: 'Enter a name.' })
})

it('getFieldProblems assigns a problem without a known field to the first field', () => {
  expect(getFieldProblems(refusal('token'), ['email', 'name'])).toEqual({
    email: 'name: Enter a name.',
  })
  expect(getFieldProblems(new Error('private'), ['email', 'name'])).toEqual({
    email: 'Something unexpected went wrong in this page.',
  })
})
