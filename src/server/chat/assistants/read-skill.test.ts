import { describe, expect, it } from 'vitest'
import { readSkill } from './read-skill.ts'

const toSkill = (front: string, text = 'Do it well.') => `---\n${front}\n---\n\n${text}\n`

describe('readSkill', () => {
  it('reads name, description and instructions', () => {
    expect(readSkill(toSkill('name: glaze-mixer\ndescription: Mixes glazes.'))).toEqual({
      name: 'glaze-mixer',
      description: 'Mixes glazes.',
      instructions: 'Do it well.',
    })
  })

  it.each([
    ['quoted', 'name: "A: \\"B\\""\ndescription: \'It\'\'s #1\'', 'A: "B"', "It's #1"],
    ['folded', 'name: a\ndescription: >-\n  One\n  two.\nlicense: MIT', 'a', 'One two.'],
    ['literal', 'description: |\n  One\n  two.\nname: a', 'a', 'One\ntwo.'],
    ['with a comment', 'name: a # short\ndescription: b', 'a', 'b'],
    ['with nested keys', 'metadata:\n  name: other\nname: a', 'a', ''],
    ['over several lines', 'name: a\ndescription: One\n  two.', 'a', 'One two.'],
  ])('reads front matter that is %s', (_, front, name, description) => {
    expect(readSkill(toSkill(front))).toMatchObject({ name, description })
  })

  it('accepts Windows line ends and a byte order mark', () => {
    const text = `\uFEFF${toSkill('name: a').replaceAll('\n', '\r\n')}`
    expect(readSkill(text)).toMatchObject({ name: 'a', instructions: 'Do it well.' })
  })

  it.each([
    'No front matter.',
    '---\nname: a\nNever closed.',
    toSkill('description: b'),
    toSkill('name: a', ''),
  ])('returns undefined for %j', (text) => {
    expect(readSkill(text)).toBeUndefined()
  })
})
