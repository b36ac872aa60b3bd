import { describe, expect, it } from 'vitest'
import type { ChatTool } from '#contract/chat/settings.ts'
import { groupTools } from './tool-groups.tsx'

const tool = (name: string, title: string, from?: string): ChatTool => ({
  name,
  title,
  description: 'Moves cards between lists.',
  parameters: {},
  ...(from !== undefined && { from }),
})
const known = [
  tool('calculate', 'Calculator'),
  tool('web_search', 'Web search'),
  tool('make_3d_model', 'Make 3D models'),
  tool('board__move', 'Move a card', 'Trello'),
  tool('calculate', 'Sums', 'Trello'),
]
const found = (query: string) =>
  groupTools(known, query).map(({ heading, tools }) => [heading, ...tools.map((one) => one.title)])

describe('groupTools', () => {
  it('groups built-in tools by purpose, and other tools by their MCP server', () => {
    expect(found('')).toEqual([
      ['Look up', 'Web search'],
      ['Everyday', 'Calculator'],
      ['Make in 3D', 'Make 3D models'],
      ['Trello', 'Move a card', 'Sums'],
    ])
  })

  it('keeps the tools whose title, hint or group contains all words', () => {
    expect(found('exact')).toEqual([['Everyday', 'Calculator']])
    expect(found('trello cards')).toEqual([['Trello', 'Move a card', 'Sums']])
    expect(found('piano')).toEqual([])
  })
})
