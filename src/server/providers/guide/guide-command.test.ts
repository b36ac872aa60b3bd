import { describe, expect, it } from 'vitest'
import { isCommand, readGuideTurn } from './guide-command.ts'

const asked = (content: unknown) => [{ role: 'user', content }]

describe('readGuideTurn', () => {
  it.each([
    ['/make', 'make_3d_model', {}],
    ['/make Blue bear', 'make_3d_model', { name: 'Blue bear' }],
    [
      '/make https://example.com/a.png Hat',
      'make_3d_model',
      { picture: 'https://example.com/a.png', name: 'Hat' },
    ],
    ['/look', 'look_at_model', { id: 'latest' }],
    ['/look top back clay', 'look_at_model', { sides: ['top', 'back'], mode: 'clay' }],
    ['/print', 'inspect_model', { id: 'latest' }],
  ])('converts the command %s to a tool call', (words, name, given) => {
    expect(isCommand(words)).toBe(true)
    expect(readGuideTurn(asked(words))).toMatchObject({ call: { name, arguments: given } })
  })

  it.each([
    ['/print 80 mm', 80],
    ['/print 8cm', 80],
    ['/print 0.2 m high', 200],
  ])('reads the height in the command %s and converts it to millimetres', (words, heightMm) => {
    const turn = readGuideTurn(asked(words))
    expect(turn).toMatchObject({
      call: { arguments: { steps: expect.arrayContaining([{ kind: 'height', heightMm }]) } },
    })
  })

  it.each(['/print 0 mm', '/print 11 m', '/print 999999 m'])(
    'explains which heights are valid after the command %s',
    (words) => {
      expect(isCommand(words)).toBe(true)
      expect(readGuideTurn(asked(words))).toEqual({
        answer: expect.stringContaining('at most 10 m'),
      })
    },
  )

  it('returns the tool’s answer instead of another tool call after the tool has run', () => {
    const result = { role: 'tool', content: 'Made: Bear.\n\nFor models.' }
    expect(readGuideTurn([...asked('/make'), result])).toEqual({ answer: 'Made: Bear.' })
    const named = 'The copy: Bear (2) (id 0mwwnldwtt7ifw8nihtc), 20,000 triangles.'
    expect(readGuideTurn([...asked('/print'), { role: 'tool', content: named }])).toEqual({
      answer: 'The copy: Bear (2), 20,000 triangles.',
    })
    const shown = { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }
    expect(readGuideTurn([...asked('/look'), result, shown])).toEqual({ answer: 'Made: Bear.' })
  })

  it.each(['make me a hat', '/constructor', '/usr/bin', 'What is /make?'])(
    'does not treat %s as a command',
    (words) => {
      expect(isCommand(words)).toBe(false)
      expect(readGuideTurn(asked(words))).toBeUndefined()
    },
  )
})

describe('readGuideTurn with a picture', () => {
  it('offers to make a 3D model of the picture', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }
    expect(readGuideTurn(asked([picture]))).toMatchObject({
      answer: expect.stringContaining('/make'),
    })
    const words = asked('[A picture you cannot see: bear.png]\n\nWhat is this?')
    expect(readGuideTurn(words)).toMatchObject({ answer: expect.stringContaining('/make') })
  })
})

describe('readGuideTurn with a model of the library', () => {
  it('lists what the guide can do with the model', () => {
    const words = '“Bear” (model abcdefghij0123456789)'
    const picture = '[A picture you cannot see: bear.png]'
    for (const question of [words, `${picture}\n\n${words}`]) {
      expect(readGuideTurn(asked(question))).toMatchObject({
        answer: expect.stringContaining('/look'),
      })
    }
  })
})
