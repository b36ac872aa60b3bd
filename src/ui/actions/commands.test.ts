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
  it('finds commands whose name or keywords contain every word of the query', () => {
    expect(labels('chat ex')).toEqual(['Export chat'])
    expect(labels('start')).toEqual(['New chat'])
    expect(labels('nothing')).toEqual([])
  })

  it('returns all commands in the given order for an empty query', () => {
    expect(labels('ne')).toEqual(['New chat'])
    expect(labels('')).toEqual(['Rename', 'New chat', 'Export chat'])
  })
})
