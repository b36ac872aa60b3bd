import { describe, expect, it } from 'vitest'
import { exportName, plainName } from './export-name.ts'
import { exportFormats } from '#lib/export-formats.ts'

describe('exportName', () => {
  it('is different for all formats of one model, and for quads and triangles', () => {
    const names = exportFormats.map((kind) => exportName('Red robot', kind))
    expect(names).toEqual([
      'Red robot.3mf',
      'Red robot.stl',
      'Red robot glTF.zip',
      'Red robot OBJ.zip',
      'Red robot.ply',
      'Red robot.usdz',
    ])
    const obj = { label: 'OBJ', ending: 'zip' }
    expect(exportName('Red robot', obj, true)).toBe('Red robot OBJ quads.zip')
    expect(exportName('a'.repeat(200), obj)).toMatch(/^a+ OBJ\.zip$/)
    expect(exportName('  ', obj)).toBe('model OBJ.zip')
  })
})

describe('plainName', () => {
  it.each([
    ['Red robot: “2”', 'Red-robot-2'],
    ['Crème brûlée', 'Creme-brulee'],
    ['Кот', 'model'],
    ['../etc', 'etc'],
    ['', 'model'],
  ])('makes a portable file name of “%s”', (title, name) => {
    expect(plainName(title)).toBe(name)
  })
})
