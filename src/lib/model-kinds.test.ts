import { describe, expect, it } from 'vitest'
import { endingOfModel, glbMimeType, knownModelType, mimeTypeOfModel } from './model-kinds.ts'

describe('MIME types of model files', () => {
  it.each([
    'glb',
    'obj',
    'stl',
    'ply',
    'fbx',
    'usdz',
    '3mf',
    'zip',
    'dae',
    '3ds',
    'amf',
    'vox',
    'step',
    'iges',
    'splat',
    'spz',
    'ksplat',
    'sog',
  ])('converts a file extension to a MIME type and back: %s', (ending) => {
    expect(endingOfModel(mimeTypeOfModel(ending))).toBe(ending)
  })

  it('are never types that browsers render', () => {
    for (const ending of ['dae', 'amf', '3mf', 'usdz']) {
      expect(mimeTypeOfModel(ending)).not.toMatch(/xml$|html/)
    }
  })

  it('replaces types that are not types of models', () => {
    expect(knownModelType(glbMimeType)).toBe(glbMimeType)
    for (const type of ['text/javascript', 'model/obj\r\nX: 1', '', 'image/svg+xml']) {
      expect(knownModelType(type)).toBe('application/octet-stream')
    }
  })

  it('knownModelType and mimeTypeOfModel return a fallback for unknown types', () => {
    expect(mimeTypeOfModel('GLB')).toBe(glbMimeType)
    expect(mimeTypeOfModel('exe')).toBe('application/octet-stream')
    expect(endingOfModel('application/octet-stream')).toBe('bin')
  })
})
