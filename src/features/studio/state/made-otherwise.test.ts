import { expect, it } from 'vitest'
import { isMadeOtherwise } from './made-otherwise.ts'

const url = (id: string) => `/api/files/${id}/content`
const picture = { id: 'cup', url: url('cup'), name: 'Cup' }
const used = [{ pictureUrl: url('cup') }, {}]

it('isMadeOtherwise finds models of other pictures, and of files', () => {
  expect(isMadeOtherwise({ pictureUrl: url('lion') }, picture, used)).toBe(true)
  expect(isMadeOtherwise({}, picture, used)).toBe(true)
})

it('isMadeOtherwise keeps the form of the picture that made the model', () => {
  expect(isMadeOtherwise({ pictureUrl: url('cup') }, picture, used)).toBe(false)
  const linked = { url: 'https://example.com/cup.png', name: 'Cup' }
  expect(isMadeOtherwise({ pictureUrl: linked.url }, linked, [{ pictureUrl: linked.url }])).toBe(
    false,
  )
})

it('isMadeOtherwise keeps the form of a picture that made no model yet', () => {
  expect(isMadeOtherwise({ pictureUrl: url('lion') }, picture, [])).toBe(false)
})

it('isMadeOtherwise keeps the form beside an edited version without its picture', () => {
  const source = { assetId: 'a', name: 'Cup', step: 'Hollowed' }
  const recipe = { modelId: 'bozzetto/workshop', params: {}, inputSha256: [], source }
  expect(isMadeOtherwise({ recipe }, picture, used)).toBe(false)
})
