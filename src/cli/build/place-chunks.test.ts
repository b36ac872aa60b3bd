import { expect, it } from 'vitest'
import { namedBeside } from './place-chunks.ts'

const base = 'assets/base-DznuC3sf.js'
const chat = 'assets/chat-BXArwD_n.js'

it('namedBeside omits chunks that are already loaded', () => {
  const shared = 'assets/chat-studio-shared-DGobpjkN.js'
  const studio = 'assets/studio-NNXcsOpa.js'
  const dialogs = 'assets/chat-dialogs-panel-DGobpjkN.js'
  const files = [base, 'assets/base-DiH0OHR5.css', shared, studio, dialogs]
  expect(namedBeside(chat, dialogs, files)).toEqual([studio, dialogs])
  expect(namedBeside(base, chat, [chat])).toEqual([chat])
})

it('namedBeside omits the scripts of chunks that are preloaded while the page is idle', () => {
  const settings = 'assets/settings-NNXcsOpa.js'
  const styles = 'assets/settings-DGobpjkN.css'
  const files = [settings, 'assets/part-DiH0OHR5.js', styles]
  expect(namedBeside(base, settings, files)).toEqual([styles])
})
