import { describe, expect, it } from 'vitest'
import { createSystemRole } from './system-role.ts'

const system = { role: 'system', content: 'Be brief.' }
const body = (...messages: object[]) => ({ fields: { messages }, leftOut: [] })

describe('createSystemRole', () => {
  it.each([
    'System role not supported',
    '{"error":{"message":"This model does not support system messages"}}',
    'Developer instruction is not enabled for models/gemma-3-27b-it',
    "system prompts aren't supported by this model",
  ])(
    'moves the system text to the first question after the model refused the system role: %j',
    (refusal) => {
      const role = createSystemRole()
      const sent = body(system, { role: 'user', content: 'Hi' })
      const moved = role.learn('m', sent, refusal)
      expect(moved?.fields['messages']).toEqual([{ role: 'user', content: 'Be brief.\n\nHi' }])
      expect(role.apply('m', sent)).toEqual(moved)
      expect(role.apply('other', sent)).toBe(sent)
    },
  )

  it('keeps the pictures of the first question', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:,' } }
    const sent = body(system, { role: 'user', content: [picture] })
    const moved = createSystemRole().learn('m', sent, 'System role not supported')
    expect(moved?.fields['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Be brief.' }, picture] },
    ])
  })

  it.each(['Invalid API key', 'The system is not available', 'Unsupported parameter: temperature'])(
    'does not move the system text after another refusal: %j',
    (refusal) => {
      const sent = body(system, { role: 'user', content: 'Hi' })
      expect(createSystemRole().learn('m', sent, refusal)).toBeUndefined()
    },
  )
})
