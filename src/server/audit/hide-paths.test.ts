import { expect, it } from 'vitest'
import { hidePaths } from './hide-paths.ts'

it.each([
  ['https://hooks.slack.com/services/T0/B0/secret', 'https://hooks.slack.com/…'],
  ['https://anna:secret@ntfy.sh?auth=secret, http://b.de/x', 'https://ntfy.sh/…, http://b.de/…'],
  ['24', '24'],
])('hidePaths keeps only the hosts in %s', (value, expected) => {
  expect(hidePaths(value)).toBe(expected)
})
