import { describe, expect, it } from 'vitest'
import { matchSlash, getSlashQuery } from './slash.ts'

const command = (name: string, hint: string) => ({ name, hint, onRun: () => {} })
const commands = [
  command('new', 'Start a chat'),
  command('renew', 'Regenerate'),
  command('find', 'Look for a new word'),
]

describe('slash commands', () => {
  it('recognises a single word after a slash at the start of the text', () => {
    expect(getSlashQuery('/')).toBe('')
    expect(getSlashQuery('/Fi')).toBe('fi')
    expect(getSlashQuery('/find it')).toBeUndefined()
    expect(getSlashQuery('/usr/bin')).toBeUndefined()
    expect(getSlashQuery(' /find')).toBeUndefined()
  })

  it('lists commands that start with the word before those that contain it', () => {
    expect(matchSlash(commands, 'new').map(({ name }) => name)).toEqual(['new', 'renew', 'find'])
  })
})
