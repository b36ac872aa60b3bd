import { expect, it } from 'vitest'
import { namedBeside } from './place-chunks.ts'

const base = 'assets/base-DznuC3sf.js'
const chat = 'assets/chat-BXArwD_n.js'

it('leaves out of a list of imports what is there already', () => {
  const shared = 'assets/chat-studio-shared-DGobpjkN.js'
  const studio = 'assets/studio-NNXcsOpa.js'
  const dialogs = 'assets/chat-dialogs-panel-DGobpjkN.js'
  const files = [base, 'assets/base-DiH0OHR5.css', shared, studio, dialogs]
  expect(namedBeside(chat, dialogs, files)).toEqual([studio, dialogs])
  expect(namedBeside(base, chat, [chat])).toEqual([chat])
})

it('names no scripts of what comes ahead while a page is idle', () => {
  const settings = 'assets/settings-NNXcsOpa.js'
  const styles = 'assets/settings-DGobpjkN.css'
  const files = [settings, 'assets/part-DiH0OHR5.js', styles]
  expect(namedBeside(base, settings, files)).toEqual([styles])
})
