import { expect, it } from 'vitest'
import { ApiError } from './errors.ts'
import { problemsOf } from './problems-of.ts'

const refusal = (path: string) =>
  new ApiError(
    {
      code: 'bad_request',
      message: 'name: Enter a name.',
      issues: [{ path, message: 'Enter a name.' }],
    },
    400,
  )

it('problemsOf assigns problems to fields, without the field’s name', () => {
  expect(problemsOf(undefined, ['email', 'name'])).toEqual({})
  expect(problemsOf(refusal('name'), ['email', 'name'])).toEqual({ name: 'Enter a name.' })
})

it('problemsOf assigns other problems to the first field', () => {
  expect(problemsOf(refusal('token'), ['email', 'name'])).toEqual({ email: 'name: Enter a name.' })
  expect(problemsOf(new Error('private'), ['email', 'name'])).toEqual({
    email: 'Something unexpected went wrong in this page.',
  })
})
