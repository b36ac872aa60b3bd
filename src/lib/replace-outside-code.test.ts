import { describe, expect, it } from 'vitest'
import { replaceOutsideCode } from './replace-outside-code.ts'

const mark = (text: string) => replaceOutsideCode(text, (piece) => piece.replaceAll('[1]', '[9]'))

describe('replaceOutsideCode', () => {
  it.each([
    ['Clay [1], `argv[1]`, and [1].', 'Clay [9], `argv[1]`, and [9].'],
    ['``a ` [1]`` [1] ` [1]', '``a ` [1]`` [9] ` [9]'],
    ['a ` [1]\n\n [1] ` b', 'a ` [9]\n\n [9] ` b'],
    ['[1]\n```js\na[1] = `\n~~~\n````\n[1]', '[9]\n```js\na[1] = `\n~~~\n````\n[9]'],
    ['- [1]\n\n  ~~~\n  a[1]\n  ~~~\n  [1]', '- [9]\n\n  ~~~\n  a[1]\n  ~~~\n  [9]'],
    ['- ```js\n  a[1]\n  ```\n[1]', '- ```js\n  a[1]\n  ```\n[9]'],
    ['```\n    ```\na[1]\n```\n[1]', '```\n    ```\na[1]\n```\n[9]'],
    ['```\nunclosed [1]', '```\nunclosed [1]'],
    ['```a[1]``` [1]', '```a[1]``` [9]'],
    ['', ''],
  ])('changes the text outside the code of %j', (text, wanted) => {
    expect(mark(text)).toBe(wanted)
  })
})
