import { expect, it } from 'vitest'
import { guardPage } from '#ui/guarded-page.fixture.ts'
import { finish } from '../streaming/blocks.ts'
import { emptyMarkdown } from '../streaming/markdown-text.ts'
import { getBlockNode } from '../streaming/to-html.fixture.ts'

it('Markdown decodes named entities although the content security policy forbids parsing HTML', () => {
  guardPage()
  const [block] = finish(emptyMarkdown, '&lt;b&gt; &copy; &frac34; &no; &#8364;').settled.flat()
  expect(block && getBlockNode(block)).toEqual({
    type: 'paragraph',
    children: [{ type: 'text', value: '<b> © ¾ &no; €' }],
  })
})
