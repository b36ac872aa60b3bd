import { describe, expect, it } from 'vitest'
import { matchCommands, type Command } from './commands.ts'

const command = (label: string, keywords?: string): Command => ({
  id: label,
  label,
  group: 'Chat',
  keywords,
  onRun: () => {},
})
const commands = [command('Rename'), command('New chat', 'begin start'), command('Export chat')]
const labels = (query: string) => matchCommands(commands, query).map(({ label }) => label)

describe('matchCommands', () => {
  it('matches every word, also in hidden keywords', () => {
    expect(labels('chat ex')).toEqual(['Export chat'])
    expect(labels('start')).toEqual(['New chat'])
    expect(labels('nothing')).toEqual([])
  })

  it('returns commands that start with the query first, and all in their order without a query', () => {
    expect(labels('ne')).toEqual(['New chat'])
    expect(labels('')).toEqual(['Rename', 'New chat', 'Export chat'])
  })
})
