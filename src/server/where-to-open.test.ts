import { expect, it } from 'vitest'
import { formatWhereToOpen } from './where-to-open.ts'

const origin = 'http://127.0.0.1:5310'
const address = `${origin}/?token=secret`

it('formatWhereToOpen includes the token only if the output is a terminal', () => {
  expect(formatWhereToOpen({ origin, address }, true)).toBe(`Open it here: ${address}`)
  const logged = formatWhereToOpen({ origin, address }, false)
  expect(logged).not.toContain('secret')
  expect(logged).toContain('npm run link')
  expect(formatWhereToOpen({ origin, address: origin }, false)).toBe(`Open it here: ${origin}`)
})
