import { describe, expect, it } from 'vitest'
import { splitPastedCode } from './pasted-code.ts'

const codeIn = (text: string) =>
  splitPastedCode(text).flatMap(({ text: own, isCode }) => (isCode ? [own] : []))

describe('splitPastedCode', () => {
  it.each([
    [
      'TypeScript',
      "import { a } from './a.ts'\n\nconst b = a(1)\nexport function c() {\n  return b\n}",
    ],
    ['Python', 'def area(radius):\n    return 3.14 * radius ** 2\n\nprint(area(2))\nx = [1, 2]'],
    ['C', '#include <stdio.h>\nint main(void) {\n  printf("hi");\n  return 0;\n}'],
    ['JSON', '{\n  "name": "clay",\n  "parts": [\n    1\n  ]\n}'],
    ['HTML', '<div class="a">\n  <p>Words</p>\n</div>'],
    ['SQL', 'SELECT id\nFROM models\nWHERE size > 3;'],
    ['a shell', '$ npm start\n$ npm test'],
    [
      'a stack',
      'TypeError: x is not a function\n    at run (main.js:3:9)\n    at start (main.js:9:1)',
    ],
    ['a fence', '```\nanything at all\n```'],
  ])('detects code in a question: %s', (_name, code) => {
    expect(codeIn(`What does this do?\n\n${code}`).join('')).toBe(code)
    expect(codeIn(`${code}\n\nWhat does it do?`).join('').trim()).toBe(code)
  })

  it.each([
    ['an ordinary question', 'How tall is it?\nAnd how wide?'],
    ['a list', '- the first: clay\n- the second; and more\n- 3 (three)'],
    [
      'a poem',
      'The clay was wet,\n  the kiln was hot;\n  we waited (both of us)\nfor what we had got.',
    ],
    ['an address', 'Ada Lovelace\n12 St James’s Square\nLondon'],
    [
      'a letter',
      'Dear Tom,\n\nIf you return it, I will be glad; let me know.\nfor now, all the best:\nAda',
    ],
    ['one line', 'const a = 1;'],
    ['other scripts', '粘土は好きですか？\nはい；とても（本当に）'],
  ])('finds no code in a question: %s', (_name, text) => expect(codeIn(text)).toEqual([]))

  it('returns every character of the question', () => {
    for (const text of [
      '',
      '\n',
      'a\r\nb',
      '\n\n x = 1\n\n\n y = 2\n',
      '```',
      '```\na',
      '~~~\n```\n~~~\nb',
    ]) {
      expect(
        splitPastedCode(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }
  })

  it('searches no code in very long text', () => {
    const text = 'const a = 1;\n'.repeat(5_000)
    expect(splitPastedCode(text)).toEqual([{ text, isCode: false }])
  })
})
