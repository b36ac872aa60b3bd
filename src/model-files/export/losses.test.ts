import { describe, expect, it } from 'vitest'
import { describeLosses, lossesOf } from './losses.ts'

const rich = {
  animations: 2,
  textures: 3,
  variants: ['red'],
  extensions: ['KHR_materials_clearcoat'],
}
const plain = { animations: 0, textures: 0, variants: [], extensions: [] }

describe('lossesOf and describeLosses', () => {
  it('list the parts that a format cannot hold', () => {
    expect(lossesOf('gltf', rich)).toEqual([])
    expect(describeLosses(lossesOf('usdz', rich))).toBe(
      'Leaves out animations after the first, the other variants, and clearcoat.',
    )
    expect(lossesOf('stl', rich)).toEqual([
      'animation',
      'the other variants',
      'textures',
      'colours',
    ])
    expect(lossesOf('3mf', rich)).toContain('textures (they become vertex colours)')
    expect(describeLosses(lossesOf('usdz', plain))).toBeUndefined()
  })
})
