import { describe, expect, it } from 'vitest'
import { findBadWords } from './find-words.ts'
import { readMarkdownTexts, readSourceTexts } from './read-texts.ts'
import { checkDocstring, checkName, checkSentence } from './word-rules.ts'

describe('checkSentence', () => {
  it.each([
    'What a free connection is found by.',
    'Of what waits here: before the headers are out.',
    'Not the ones that were read.',
    'Until it has been written.',
    'Whoever asks gets the list.',
    'The buffer, of which it reads the end.',
    'It keeps all that was sent.',
    'The server tells how many there are.',
    'The row stands in the table.',
    'The task is sent anew.',
    'The door to the account.',
  ])('returns a problem for "%s"', (sentence) => {
    expect(checkSentence(sentence)).toBeDefined()
  })

  it.each([
    'The pool reuses idle sockets.',
    'When the lease expires, another process may take it.',
    'Whether the file is stored.',
    'What does the server return here?',
    'The page shows “What is new” as its title.',
    'The button says `Of what`.',
    'A fake stands in for the service.',
    'Doorbells ring.',
    'Where is my data stored?',
  ])('accepts "%s"', (sentence) => {
    expect(checkSentence(sentence)).toBeUndefined()
  })
})

describe('checkName', () => {
  it.each(['sizeOf', 'tellUser', 'whichModel', 'isAnybodyHere'])(
    'returns a problem for %s',
    (name) => {
      expect(checkName(name)).toBeDefined()
    },
  )

  it.each(['getSize', 'letterSpacing', 'ListOf', 'standardSizes', 'resetForm'])(
    'accepts the name %s',
    (name) => {
      expect(checkName(name)).toBeUndefined()
    },
  )
})

describe('checkDocstring', () => {
  it.each(['The size of a file.', 'What a file weighs.', 'Whether it is open.', 'This is old.'])(
    'returns a problem for "%s"',
    (text) => {
      expect(checkDocstring(text)).toBeDefined()
    },
  )

  it.each([
    'Returns the size of a file.',
    'Permanently deletes a file.',
    '`GET /healthz` for load balancers.',
    '',
  ])('accepts "%s"', (text) => {
    expect(checkDocstring(text)).toBeUndefined()
  })
})

describe('readSourceTexts', () => {
  it('lists comments by sentence, docstrings of exported functions, test titles and exported names', () => {
    const source = [
      '/** Returns one. It costs nothing. @throws never */',
      'export const one = (): number => 1',
      '/** The second number. */',
      'export const two = 2',
      '// The first half of a remark',
      '// and the second.',
      "const url = 'https://example.com // no comment'",
      "it('adds two numbers', () => {})",
      "export { three } from './three.ts'",
    ].join('\n')
    expect(readSourceTexts('a.ts', source)).toEqual([
      { kind: 'docstring', line: 1, text: 'Returns one. It costs nothing.' },
      { kind: 'comment', line: 1, text: 'Returns one.' },
      { kind: 'comment', line: 1, text: 'It costs nothing.' },
      { kind: 'comment', line: 3, text: 'The second number.' },
      { kind: 'comment', line: 5, text: 'The first half of a remark and the second.' },
      { kind: 'name', line: 2, text: 'one' },
      { kind: 'name', line: 4, text: 'two' },
      { kind: 'test', line: 8, text: 'adds two numbers' },
    ])
  })
})

describe('readMarkdownTexts', () => {
  it('skips code blocks and splits the cells of tables', () => {
    const source = '# A title here\n\n```\nWhat is code\n```\n| The first cell | The second cell |'
    expect(readMarkdownTexts(source)).toEqual([
      { kind: 'doc', line: 1, text: 'A title here' },
      { kind: 'doc', line: 6, text: 'The first cell' },
      { kind: 'doc', line: 6, text: 'The second cell' },
    ])
  })
})

describe('findBadWords', () => {
  it('reports a duplicate exported name in both files', () => {
    const files = new Map([
      ['a.ts', 'export type Draft = string\nexport const Draft = 1'],
      ['b.ts', 'export const Draft = 2'],
      ['c.ts', 'export const other = 3'],
    ])
    expect(findBadWords(files).map(({ file, text }) => `${file} ${text}`)).toEqual([
      'a.ts Draft',
      'a.ts Draft',
      'b.ts Draft',
    ])
  })
})
