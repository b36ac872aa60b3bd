import { describe, expect, it } from 'vitest'
import { fillPrompt, readVariables } from './prompt-variables.ts'

const prompt =
  'Write to {{name}} in {{ language = German }}, {{tone:formal | friendly}}. Dear {{name}}!'

describe('prompt variables', () => {
  it('are listed once each with their defaults', () => {
    expect(readVariables(prompt)).toEqual([
      { name: 'name', preset: '' },
      { name: 'language', preset: 'German' },
      { name: 'tone', preset: 'formal', choices: ['formal', 'friendly'] },
    ])
  })

  it('are replaced everywhere by their values, exactly as typed', () => {
    const filled = fillPrompt(prompt, { name: '$& {{tone}}', tone: 'friendly' })
    expect(filled).toBe('Write to $& {{tone}} in German, friendly. Dear $& {{tone}}!')
  })

  it('are not found in code with braces', () => {
    const code = 'a {{ }} {{1}} {{{x}} {{ {y: 1} }}'
    expect(readVariables(code).map(({ name }) => name)).toEqual(['x'])
    expect(fillPrompt('{{__proto__}}', {})).toBe('')
  })
})
