import { expect, it } from 'vitest'
import { titleOf } from './title.ts'

it('names the models that a question is about, without their ids', () => {
  expect(titleOf('Is “Bear” (model abcdefghij0123456789)\nsturdy?')).toBe('Is Bear sturdy?')
})

it('has no marks of code', () => {
  expect(titleOf('Why does `git push` fail?')).toBe('Why does git push fail?')
  expect(titleOf('```js\nconst a = 1\n```\nWhat is it?')).toBe('const a = 1 What is it?')
  expect(titleOf('```print(1)```')).toBe('print(1)')
})

it('takes the name of a file where nothing was written', () => {
  expect(titleOf(' \n', 'amphora.webp')).toBe('amphora.webp')
  expect(titleOf('What is it?', 'amphora.webp')).toBe('What is it?')
  expect(titleOf('')).toBe('New chat')
})
