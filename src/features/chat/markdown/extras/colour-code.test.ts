import { expect, it } from 'vitest'
import { highlight, packTokens } from './highlight.ts'
import { unpackTokens } from './colour-code.ts'

it('unpackTokens restores the packed tokens', async () => {
  const lines = ['const a = `x${1}`', '', '// why', 'class B {}']
  const tokens = (await highlight(lines.join('\n'), 'ts')) ?? []
  expect(tokens.flat().map(({ role }) => role)).toContain('comment')
  expect(unpackTokens(packTokens(tokens), lines)).toEqual(tokens)
})
