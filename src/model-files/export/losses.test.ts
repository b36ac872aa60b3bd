import { describe, expect, it } from 'vitest'
import { describeLosses, listLosses } from './losses.ts'

const rich = {
  animations: 2,
  textures: 3,
  variants: ['red'],
  extensions: ['KHR_materials_clearcoat'],
}
const plain = { animations: 0, textures: 0, variants: [], extensions: [] }

describe('listLosses', () => {
  it('returns the contents that a format cannot hold, as described by describeLosses', () => {
    expect(listLosses('gltf', rich)).toEqual([])
    expect(describeLosses(listLosses('usdz', rich))).toBe(
      'Leaves out animations after the first, the other variants, and clearcoat.',
    )
    expect(listLosses('stl', rich)).toEqual([
      'animation',
      'the other variants',
      'textures',
      'colours',
    ])
    expect(listLosses('3mf', rich)).toContain('textures (they become vertex colours)')
    expect(describeLosses(listLosses('usdz', plain))).toBeUndefined()
  })
})
