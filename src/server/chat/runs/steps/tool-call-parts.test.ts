import { describe, expect, it } from 'vitest'
import { ToolCallParts } from './tool-call-parts.ts'

const assemble = (parts: unknown[]) => {
  const calls = new ToolCallParts()
  for (const part of parts) calls.add(part)
  return calls.all().map(({ name, arguments: given }) => [name, given])
}
const called = (name: string | undefined, given: unknown) => ({ name, arguments: given })

describe('ToolCallParts', () => {
  it('joins the pieces of one call by index, id or position', () => {
    const pieces = ['{"a"', ':', '1}']
    const whole = [['f', '{"a":1}']]
    const first = { index: 0, id: 'x', function: called('f', pieces[0]) }
    const more = (rest: object) =>
      pieces.slice(1).map((piece) => ({ ...rest, function: called(undefined, piece) }))
    expect(assemble([first, ...more({ index: 0 })])).toEqual(whole)
    expect(assemble([first, ...more({ id: 'x' })])).toEqual(whole)
    expect(assemble([{ ...first, index: undefined, id: null }, ...more({ id: null })])).toEqual(
      whole,
    )
    // Some services repeat the name with each piece.
    expect(assemble(pieces.map((piece) => ({ index: 0, function: called('f', piece) })))).toEqual(
      whole,
    )
  })

  it.each([
    ['with one index and different ids', { index: 0, id: 'a' }, { index: 0, id: 'b' }],
    ['with one index and no ids', { index: 0, id: null }, { index: 0, id: null }],
    ['without index and id', {}, {}],
    ['with different indexes and no ids', { index: 0 }, { index: 1 }],
  ])('separates calls %s', (_name, one, two) => {
    const parts = [
      { ...one, function: called('f', '{"a":1}') },
      { ...two, function: called('f', '{"a":2}') },
    ]
    expect(assemble(parts)).toEqual([
      ['f', '{"a":1}'],
      ['f', '{"a":2}'],
    ])
  })

  it.each([
    ['a code fence', ['```json\n{"a":1}\n```']],
    ['a language label', ['json\n{"a":1}']],
    ['double encoding', [String.raw`"{\"a\":1}"`]],
    ['an empty object before', ['{}', '{"a":1}']],
    ['pieces that repeat everything', ['{"a', '{"a":', '{"a":1}']],
    ['an object', [{ a: 1 }]],
  ])('repairs arguments with %s', (_name, pieces) => {
    expect(
      assemble(pieces.map((piece) => ({ index: 0, id: 'x', function: called('f', piece) }))),
    ).toEqual([['f', '{"a":1}']])
  })

  it('does not change ambiguous arguments', () => {
    const broken = '{"a": 1} or {"a": 2}'
    expect(assemble([{ index: 0, function: called('f', broken) }])).toEqual([['f', broken]])
  })

  it('accepts a hundred parallel calls and limits their number', () => {
    const parts = Array.from({ length: 1_000 }, (_, index) => ({
      index,
      id: `call-${index}`,
      function: called('f', `{"a":${index}}`),
    }))
    expect(assemble(parts).slice(0, 100)).toEqual(
      parts.slice(0, 100).map(({ function: call }) => [call.name, call.arguments]),
    )
    expect(assemble(parts)).toHaveLength(128)
  })
})
