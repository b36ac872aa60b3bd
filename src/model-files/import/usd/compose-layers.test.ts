import { Box3, LoadingManager, Mesh, type Object3D, Vector3 } from 'three'
import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readCase } from '../cases.fixture.ts'
import { emptyReport } from '../import-report.ts'
import { readUsd } from './read-usd.ts'
import type { ChosenVariants } from './variant-chooser.ts'

const cube = (size: number, name = 'Body') => `def Cube "${name}" { double size = ${size} }\n`

const layer = (prims: string, head = '') =>
  `#usda 1.0\n(\n  metersPerUnit = 1\n  ${head}\n)\n${prims}`

function open(files: Readonly<Record<string, string | Uint8Array>>, variants: ChosenVariants = {}) {
  const report = emptyReport()
  const named = Object.entries(files).map(([name, content]) => ({
    name,
    bytes: new Uint8Array(typeof content === 'string' ? strToU8(content) : content),
  }))
  const root = readUsd(named, { manager: new LoadingManager(), report, variants })
  const meshes: string[] = []
  root.traverse((object: Object3D) => {
    if (object instanceof Mesh) meshes.push(object.name)
  })
  const size = new Box3().setFromObject(root).getSize(new Vector3()).toArray()
  return { meshes, size: size.map((side) => Number(side.toFixed(3))), report }
}

const colors = (selected: string) => `
def Xform "Car" (
  variants = { string size = "${selected}" }
  prepend variantSets = ["size"]
)
{
  variantSet "size" = {
    "small" { ${cube(1)} }
    "large" (
      prepend references = @large.usda@
    ) {
    }
  }
}
`

describe('readUsd with variants', () => {
  it('shows the selected variant and offers the other variants', () => {
    const { size, report } = open({ 'a.usda': layer(colors('small')) })
    expect(size).toEqual([1, 1, 1])
    expect(report.variants).toMatchObject([
      { name: 'size', chosen: 'small', options: ['small', 'large'], objects: ['Car'] },
    ])
  })

  it('shows the variant that the user chose, with the file that the variant refers to', () => {
    const files = {
      'a.usda': layer(colors('small')),
      'large.usda': layer(`def Xform "Big" { ${cube(4)} }`, 'defaultPrim = "Big"'),
    }
    const { key = '' } = open(files).report.variants?.[0] ?? {}
    const { size, report } = open(files, { [key]: 'large' })
    expect(size).toEqual([4, 4, 4])
    expect(report.variants?.[0]?.chosen).toBe('large')
  })

  it('shows the first variant if the file selects no variant', () => {
    expect(open({ 'a.usda': layer(colors('')) }).size).toEqual([1, 1, 1])
  })

  it('offers the variants of binary layers', () => {
    const file = { 'a.usdc': readCase('variantSet-000.usdc').bytes }
    const before = open(file)
    const [set] = before.report.variants ?? []
    expect(set).toMatchObject({ name: 'shapeVariant', chosen: 'Capsule' })
    expect(set?.options).toHaveLength(5)
    const after = open(file, { [set?.key ?? '']: 'Cube' })
    expect([before.size, after.size]).toEqual([
      [0.01, 0.01, 0.02],
      [0.02, 0.02, 0.02],
    ])
  })

  it('offers equal variant sets of several objects as one choice', () => {
    const car = colors('small').replace('"Car"', '"Bus"')
    const [set, ...more] = open({ 'a.usda': layer(colors('small') + car) }).report.variants ?? []
    expect(set?.objects).toEqual(['Car', 'Bus'])
    expect(more).toEqual([])
  })

  it('gives local values priority over values of variants', () => {
    const prims = `def Cube "Box" (variantSets = "s", variants = { string s = "a" }) {
      double size = 3
      variantSet "s" = { "a" { double size = 7 } }
    }`
    expect(open({ 'a.usda': layer(prims) }).size).toEqual([3, 3, 3])
  })
})

describe('readUsd with several layers', () => {
  it('applies references, payloads and changes of referenced values', () => {
    const files = {
      'part.usda': layer(`def Xform "Part" { ${cube(1)} ${cube(1, 'Other')} }`),
      'main.usda': layer(`
def "First" (references = @part.usda@</Part>) {
  over "Body" { double size = 5 }
}
def "Second" (payload = @./part.usda@</Part>) { over "Other" (active = false) {} }
`),
    }
    const { meshes, size, report } = open(files)
    expect(meshes).toEqual(['Body', 'Other', 'Body'])
    expect(size).toEqual([5, 5, 5])
    expect(report.missing).toEqual([])
  })

  it('applies values of sublayers only where the layer has no value', () => {
    const files = {
      'main.usda': layer('over "Body" { double size = 2 }', 'subLayers = [@base.usda@]'),
      'base.usda': layer(cube(9)),
    }
    expect(open(files).size).toEqual([2, 2, 2])
  })

  it('names files that are missing', () => {
    const prims = `${cube(1)} def "Gone" (references = @gone.usda@) {}`
    const { meshes, report } = open({ 'a.usda': layer(prims) })
    expect(meshes).toEqual(['Body'])
    expect(report.missing).toEqual(['gone.usda'])
  })

  it('applies classes, and does not render the classes themselves', () => {
    const prims = `class Cube "_box" { double size = 6 }\ndef "A" (inherits = </_box>) {}`
    const { meshes, size } = open({ 'a.usda': layer(prims) })
    expect(meshes).toEqual(['A'])
    expect(size).toEqual([6, 6, 6])
  })

  it('stops at references that form a cycle', () => {
    const prims = `def "A" (references = </B>) {}\ndef Cube "B" (references = </A>) { double size = 2 }`
    expect(open({ 'a.usda': layer(prims) }).size).toEqual([2, 2, 2])
  })
})

describe('readUsda', () => {
  it.each([
    ['values in several lines', 'point3f[] points = [\n(0, 0, 0), # a\n(4, 0, 0),\n(4, 4, 0),\n]'],
    ['exponents', 'point3f[] points = [(0, 0, 0), (4e0, 0, 0), (.4E+1, +4., -0)]'],
    ['samples', 'point3f[] points.timeSamples = { 0: [(0,0,0), (4,0,0), (4,4,0)], 1:[(0,0,0)], }'],
  ])('reads %s', (_, points) => {
    const prims = `def Mesh "M" (
  """A "quoted" comment"""
  customData = { dictionary a = { string[] "b:c" = ["{", "}"] } }
) {
  int[] faceVertexCounts = [3]
  int[] faceVertexIndices = [0, 1, 2]
  token[] unset
  ${points}
  rel material:binding = None
}`
    expect(open({ 'a.usda': layer(prims) }).size).toEqual([4, 4, 0])
  })

  it('reports the line of a syntax error', () => {
    expect(() => open({ 'a.usda': '#usda 1.0\ndef Cube "A" {\n  double = = 3\n}' })).toThrow(
      'This USD is damaged in line 3.',
    )
  })
})
