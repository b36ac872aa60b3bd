import { describe, expect, it } from 'vitest'
import { exportFormats } from '#lib/export-formats.ts'
import { listFeatures } from '../glb/glb-features.ts'
import { describeLosses, listLosses } from './losses.ts'

const rich = {
  animations: 2,
  textures: 3,
  variants: ['red'],
  extensions: ['KHR_materials_clearcoat'],
  features: [],
}
const plain = { animations: 0, textures: 0, variants: [], extensions: [], features: [] }

describe('listLosses', () => {
  it('returns the content that a format cannot hold', () => {
    expect(listLosses('gltf', rich)).toEqual([])
    expect(describeLosses(listLosses('usdz', rich))).toBe(
      'Leaves out animations other than the shown one, the other variants, and clearcoat.',
    )
    expect(listLosses('stl', rich)).toEqual([
      'animation',
      'the other variants',
      'textures',
      'colours',
    ])
    expect(listLosses('3mf', rich)).toContain('textures (they become vertex colours)')
    for (const { value } of exportFormats) {
      expect(describeLosses(listLosses(value, plain))).toBeUndefined()
    }
  })

  it('includes bones, morph targets, lights and cameras for all formats except glTF', () => {
    const rigged = { ...plain, features: ['bones', 'morphs', 'lights', 'cameras'] as const }
    const sentence =
      'Leaves out bones (the shown pose is saved), morph targets (the shown shape is saved), lights, and cameras.'
    expect(describeLosses(listLosses('obj', rigged))).toBe(sentence)
    expect(describeLosses(listLosses('stl', rigged))).toBe(sentence)
    expect(listLosses('gltf', rigged)).toEqual([])
    expect(listLosses('usdz', { ...rigged, animations: 1 })).not.toContain(
      'bones (the shown pose is saved)',
    )
  })

  it('includes the parts of materials that OBJ, PLY and USDZ cannot hold', () => {
    const features = [
      'transparency',
      'mixedSides',
      'occlusion',
      'manyPlacements',
      'unusualWrapping',
      'vertexColors',
    ] as const
    const painted = { ...plain, textures: 2, features }
    expect(listLosses('obj', painted)).toEqual([
      'which surfaces are drawn from both sides',
      'ambient occlusion',
      'textures that are placed differently from the colours',
      'mirrored texture repetition',
    ])
    expect(listLosses('usdz', painted)).toEqual(['vertex colours below textures'])
    expect(listLosses('ply', painted)).toEqual([
      'transparency',
      'textures (they become vertex colours)',
    ])
    expect(listLosses('stl', { ...plain, features })).toEqual(['colours'])
  })
})

describe('listFeatures', () => {
  it('returns the features listed in the JSON of a GLB', () => {
    expect(listFeatures({})).toEqual([])
    const transform = { extensions: { KHR_texture_transform: { offset: [0.5, 0] } } }
    const json = {
      materials: [
        {
          alphaMode: 'MASK',
          doubleSided: true,
          pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
          occlusionTexture: { index: 1, ...transform },
        },
        { extensions: { KHR_materials_unlit: {} } },
      ],
      textures: [{ sampler: 0 }, {}],
      samplers: [{ wrapS: 33_648, wrapT: 10_497 }],
      accessors: [{ type: 'VEC4' }],
      meshes: [
        { primitives: [{ mode: 1, material: 0, attributes: { COLOR_0: 0 }, targets: [{}] }] },
      ],
      skins: [{}],
      cameras: [{}],
      extensions: { KHR_lights_punctual: {} },
    }
    expect(listFeatures(json)).toEqual([
      'transparency',
      'mixedSides',
      'occlusion',
      'manyPlacements',
      'unusualWrapping',
      'vertexColors',
      'vertexAlpha',
      'bones',
      'morphs',
      'lights',
      'cameras',
      'unlit',
      'strokes',
    ])
    const plainTextures = {
      ...json,
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 1 } } }],
    }
    expect(listFeatures(plainTextures)).not.toContain('unusualWrapping')
    expect(listFeatures(plainTextures)).not.toContain('vertexAlpha')
  })
})
