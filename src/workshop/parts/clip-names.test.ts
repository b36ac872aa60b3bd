import { expect, it } from 'vitest'
import { clipNames } from './clip-names.ts'

it('leaves out what all clips begin with', () => {
  expect(clipNames(['Armature|Walk', 'Armature|Run'])).toEqual(['Walk', 'Run'])
  expect(clipNames(['A|A|Walk', 'A|B|Run'])).toEqual(['A|Walk', 'B|Run'])
})

it('keeps names that differ, and gives those without one a number', () => {
  expect(clipNames(['Armature|Walk', 'Run'])).toEqual(['Armature|Walk', 'Run'])
  expect(clipNames(['Armature|', 'Armature|Run'])).toEqual(['Armature|', 'Armature|Run'])
  expect(clipNames(['', 'Run'])).toEqual(['Clip 1', 'Run'])
  expect(clipNames([])).toEqual([])
})
