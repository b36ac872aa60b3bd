import { expect, it } from 'vitest'
import { clipNames } from './clip-names.ts'

it('clipNames removes the common prefix of all clips', () => {
  expect(clipNames(['Armature|Walk', 'Armature|Run'])).toEqual(['Walk', 'Run'])
  expect(clipNames(['A|A|Walk', 'A|B|Run'])).toEqual(['A|Walk', 'B|Run'])
})

it('clipNames keeps distinct names and numbers unnamed clips', () => {
  expect(clipNames(['Armature|Walk', 'Run'])).toEqual(['Armature|Walk', 'Run'])
  expect(clipNames(['Armature|', 'Armature|Run'])).toEqual(['Armature|', 'Armature|Run'])
  expect(clipNames(['', 'Run'])).toEqual(['Clip 1', 'Run'])
  expect(clipNames([])).toEqual([])
})
