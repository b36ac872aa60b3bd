import { expect, it } from 'vitest'
import { highlight } from './highlight.ts'
import { packTokens, unpackTokens } from './token-pack.ts'

it('unpackTokens restores the packed tokens', async () => {
  const lines = ['const a = `x${1}`', '', '// why', 'class B {}']
  const tokens = (await highlight(lines.join('\n'), 'ts')) ?? []
  expect(tokens.flat().map(({ role }) => role)).toContain('comment')
  expect(unpackTokens(packTokens(tokens), lines)).toEqual(tokens)
})
