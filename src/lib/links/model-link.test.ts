import { expect, it } from 'vitest'
import { modelLinkTo, findNotePlace, readModelLink } from './model-link.ts'

const id = '0123456789abcdefghij'

it.each([
  ['the model', undefined],
  ['a part', { part: 'Left arm (upper) *1* ~_' }],
  ['a part in other letters', { part: 'Ärmel 腕' }],
  ['a note', { note: 'Crack? (here)' }],
  ['a point', { at: [0.0123, -1, 20] }],
] as const)('readModelLink parses the link to %s, which is safe in Markdown', (_what, place) => {
  const link = modelLinkTo(id, place)
  expect(link).toMatch(/^[\w:#=%.,-]+$/)
  expect(readModelLink(link)).toEqual({ assetId: id, ...(place && { place }) })
})

it.each([
  '',
  'model:',
  'model:short',
  `model:${id}/../x`,
  `model:${id}#part=`,
  `model:${id}#script=x`,
  `javascript:model:${id}`,
  `model:${id}#part=a b`,
  `model:${id}#part=${'x'.repeat(700)}`,
])('readModelLink rejects %s', (url) => {
  expect(readModelLink(url)).toBeUndefined()
})

it.each([`model:${id}#part=%E0%A4`, `model:${id}#at=1,2`, `model:${id}#at=a,b,c`])(
  'readModelLink returns a link to the whole model if the place on it is invalid: %s',
  (url) => {
    expect(readModelLink(url)).toEqual({ assetId: id })
  },
)

it('findNotePlace finds a note by its text or the start of its text', () => {
  const notes = [
    { text: 'Crack in the handle', at: [1, 2, 3] },
    { text: 'Crack', at: [4, 5, 6] },
  ] as const
  expect(findNotePlace({ note: 'crack' }, notes)).toEqual({ at: [4, 5, 6] })
  expect(findNotePlace({ note: 'Crack in' }, notes)).toEqual({ at: [1, 2, 3] })
  expect(findNotePlace({ note: 'Hole' }, notes)).toEqual({ note: 'Hole' })
  expect(findNotePlace({ part: 'Crack' }, notes)).toEqual({ part: 'Crack' })
})
