import { expect, it } from 'vitest'
import { modelLinkTo, placeOfNote, readModelLink } from './model-link.ts'

const id = '0123456789abcdefghij'

it.each([
  ['the model', undefined],
  ['a part', { part: 'Left arm (upper) *1* ~_' }],
  ['a part in other letters', { part: 'Ärmel 腕' }],
  ['a note', { note: 'Crack? (here)' }],
  ['a point', { at: [0.0123, -1, 20] }],
] as const)('reads the link that it wrote to %s, which Markdown does not break', (_what, place) => {
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
])('is none: %s', (url) => {
  expect(readModelLink(url)).toBeUndefined()
})

it.each([`model:${id}#part=%E0%A4`, `model:${id}#at=1,2`, `model:${id}#at=a,b,c`])(
  'points at the whole model where the place cannot be read: %s',
  (url) => {
    expect(readModelLink(url)).toEqual({ assetId: id })
  },
)

it('finds a note by its words, or the first of them', () => {
  const notes = [
    { text: 'Crack in the handle', at: [1, 2, 3] },
    { text: 'Crack', at: [4, 5, 6] },
  ] as const
  expect(placeOfNote({ note: 'crack' }, notes)).toEqual({ at: [4, 5, 6] })
  expect(placeOfNote({ note: 'Crack in' }, notes)).toEqual({ at: [1, 2, 3] })
  expect(placeOfNote({ note: 'Hole' }, notes)).toEqual({ note: 'Hole' })
  expect(placeOfNote({ part: 'Crack' }, notes)).toEqual({ part: 'Crack' })
})
