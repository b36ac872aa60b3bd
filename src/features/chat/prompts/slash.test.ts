import { describe, expect, it } from 'vitest'
import { matchSlash, slashWordOf } from './slash.ts'

const command = (name: string, hint: string) => ({ name, hint, onRun: () => {} })
const commands = [
  command('new', 'Start a chat'),
  command('renew', 'Regenerate'),
  command('find', 'Look for a new word'),
]

describe('slash commands', () => {
  it('are typed at the beginning, in one word', () => {
    expect(slashWordOf('/')).toBe('')
    expect(slashWordOf('/Fi')).toBe('fi')
    expect(slashWordOf('/find it')).toBeUndefined()
    expect(slashWordOf('/usr/bin')).toBeUndefined()
    expect(slashWordOf(' /find')).toBeUndefined()
  })

  it('that begin with the word come before those that contain it', () => {
    expect(matchSlash(commands, 'new').map(({ name }) => name)).toEqual(['new', 'renew', 'find'])
  })
})
