import { expect, it } from 'vitest'
import { clipNames } from './clip-names.ts'

it('clipNames removes a prefix that all clips have', () => {
  expect(clipNames(['Armature|Walk', 'Armature|Run'])).toEqual(['Walk', 'Run'])
  expect(clipNames(['A|A|Walk', 'A|B|Run'])).toEqual(['A|Walk', 'B|Run'])
})

it('clipNames keeps names without a common prefix, and numbers a clip without a name as “Clip 1”', () => {
  expect(clipNames(['Armature|Walk', 'Run'])).toEqual(['Armature|Walk', 'Run'])
  expect(clipNames(['Armature|', 'Armature|Run'])).toEqual(['Armature|', 'Armature|Run'])
  expect(clipNames(['', 'Run'])).toEqual(['Clip 1', 'Run'])
  expect(clipNames([])).toEqual([])
})
