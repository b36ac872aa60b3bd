import { expect, it } from 'vitest'
import { createTitle } from './title.ts'

it('createTitle keeps the names of mentioned models and drops their ids', () => {
  expect(createTitle('Is “Bear” (model abcdefghij0123456789)\nsturdy?')).toBe('Is Bear sturdy?')
})

it('createTitle removes code marks', () => {
  expect(createTitle('Why does `git push` fail?')).toBe('Why does git push fail?')
  expect(createTitle('```js\nconst a = 1\n```\nWhat is it?')).toBe('const a = 1 What is it?')
  expect(createTitle('```print(1)```')).toBe('print(1)')
})

it('createTitle uses the file name if the question is empty', () => {
  expect(createTitle(' \n', 'amphora.webp')).toBe('amphora.webp')
  expect(createTitle('What is it?', 'amphora.webp')).toBe('What is it?')
  expect(createTitle('')).toBe('New chat')
})
