import { expect, it } from 'vitest'
import { comesAlong } from './place-chunks.ts'

it('leaves out of a list of imports what is there already', () => {
  const chat = 'assets/chat-BXArwD_n.js'
  expect(comesAlong(chat, 'assets/base-DznuC3sf.js')).toBe(true)
  expect(comesAlong(chat, 'assets/base-DiH0OHR5.css')).toBe(true)
  expect(comesAlong(chat, 'assets/chat-studio-shared-DGobpjkN.js')).toBe(true)
  expect(comesAlong(chat, 'assets/studio-NNXcsOpa.js')).toBe(false)
  expect(comesAlong(chat, 'assets/chat-dialogs-panel-DGobpjkN.js')).toBe(false)
  expect(comesAlong('assets/base-DznuC3sf.js', chat)).toBe(false)
})
