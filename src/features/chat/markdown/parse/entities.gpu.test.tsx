import { expect, it } from 'vitest'
import { guardSinks } from '#ui/trusted-types.ts'
import { finish } from '../streaming/blocks.ts'
import { emptyMarkdown } from '../streaming/markdown-text.ts'
import { nodeOf } from '../streaming/to-html.fixture.ts'

it('reads the names of characters where no text may become markup', () => {
  // As the server says it of the page.
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = "require-trusted-types-for 'script'; trusted-types default dompurify"
  document.head.append(policy)
  guardSinks()
  const [block] = finish(emptyMarkdown, '&lt;b&gt; &copy; &frac34; &no; &#8364;').settled.flat()
  expect(block && nodeOf(block)).toEqual({
    type: 'paragraph',
    children: [{ type: 'text', value: '<b> © ¾ &no; €' }],
  })
})
