import { describe, expect, it } from 'vitest'
import { alternateRoles } from './alternate-roles.ts'

describe('alternateRoles', () => {
  it('merges consecutive questions whose answers failed', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:,' } }
    const merged = alternateRoles([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One' },
      { role: 'user', content: 'Two' },
      { role: 'user', content: [{ type: 'text', text: 'Three' }, picture] },
    ])
    expect(merged).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [{ type: 'text', text: 'One\n\nTwo' }, { type: 'text', text: 'Three' }, picture],
      },
    ])
  })

  it('adds an answer between tool results and the next question', () => {
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
    const history = alternateRoles([
      { role: 'user', content: 'One' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'Stopped.' },
      { role: 'user', content: 'Two' },
    ])
    expect(history.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
  })

  it('does not merge answers that contain hidden data of a service', () => {
    const answers = [
      { role: 'assistant', content: 'One', reasoning_details: [] },
      { role: 'assistant', content: 'Two' },
    ]
    expect(alternateRoles(answers)).toEqual(answers)
  })
})
