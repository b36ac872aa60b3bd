import { describe, expect, it } from 'vitest'
import { seed3dFromWire, seed3dToWire } from './seed3d-wire.ts'

const image = 'https://example.com/a.png'
const content = (text: string) => ({
  content: [
    { type: 'text', text },
    { type: 'image_url', image_url: { url: image } },
  ],
})

describe('the wire format of Seed3D', () => {
  it.each([
    [{ image, prompt: 'a lamp' }, content('a lamp')],
    [
      { image, subdivision_level: 'high', file_format: 'usdz' },
      content('--subdivisionlevel high --fileformat usdz'),
    ],
    [
      { image, prompt: 'a lamp', subdivision_level: 'low' },
      content('a lamp --subdivisionlevel low'),
    ],
  ])('converts in both directions: %j', (params, wire) => {
    expect(seed3dToWire(params)).toEqual(wire)
    expect(seed3dFromWire(wire)).toEqual(params)
  })

  it('accepts short names in upper and lower case and at any position', () => {
    expect(seed3dFromWire(content('--SL High a red --ff=OBJ lamp'))).toEqual({
      image,
      prompt: 'a red lamp',
      subdivision_level: 'high',
      file_format: 'obj',
    })
  })

  it('keeps unknown commands in the prompt', () => {
    expect(seed3dFromWire(content('a lamp --watts 60'))).toEqual({
      image,
      prompt: 'a lamp --watts 60',
    })
  })

  it('accepts a picture as a plain URL, and the first of several pictures', () => {
    const wire = { content: [{ image_url: image }, { image_url: { url: 'https://b' } }, 4, null] }
    expect(seed3dFromWire(wire)).toEqual({ image })
  })

  it('returns params in the schema’s format unchanged', () => {
    expect(seed3dFromWire({ image, prompt: 'a lamp' })).toEqual({ image, prompt: 'a lamp' })
  })
})
