import { expect, it } from 'vitest'
import { getCodeFileName, languageName } from './languages.ts'

it.each([
  ['svg', 'code.svg'],
  ['xml', 'code.xml'],
  ['Vue', 'code.vue'],
  ['tsx', 'code.tsx'],
  ['scss', 'code.scss'],
  ['html', 'code.html'],
  ['python', 'code.py'],
  ['dockerfile', 'Dockerfile'],
  ['makefile', 'Makefile'],
  ['', 'code.txt'],
  ['../../etc', 'code.txt'],
])('getCodeFileName names a block of %s %s', (label, name) => {
  expect(getCodeFileName(label)).toBe(name)
})

it.each([
  ['ts', 'TypeScript'],
  ['html', 'HTML'],
  ['svg', 'SVG'],
  ['c', 'C'],
  ['cpp', 'C++'],
  ['toml', 'TOML'],
  ['befunge', 'befunge'],
])('languageName shows %s as %s', (label, name) => {
  expect(languageName(label)).toBe(name)
})
