import { expect, it } from 'vitest'
import { parseLinkToken } from './link-token.ts'

it.each([
  ['http://127.0.0.1:5310/?token=abc_-9', 'abc_-9'],
  ['  Open it here: http://127.0.0.1:5310/?token=abc \n', 'abc'],
  ['http://localhost:5310/chat?x=1&token=abc#part', 'abc'],
  ['token=abc', 'abc'],
  ['abc', 'abc'],
  ['  ', ''],
])('readLinkToken finds the token in %j', (pasted, token) => {
  expect(parseLinkToken(pasted)).toBe(token)
})
