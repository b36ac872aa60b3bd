import { expect, it } from 'vitest'
import { proseBlocks } from './prose-blocks.ts'

it('proseBlocks splits headings, paragraphs and lists', () => {
  expect(
    proseBlocks('Some words - with a dash.\n\n## A title\n\n- one;\n- two - three.\n'),
  ).toEqual([
    { kind: 'paragraph', text: 'Some words - with a dash.' },
    { kind: 'heading', text: 'A title' },
    { kind: 'list', items: ['one;', 'two - three.'] },
  ])
})
