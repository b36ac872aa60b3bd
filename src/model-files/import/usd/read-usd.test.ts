import { strToU8, zipSync } from 'fflate'
import { Box3, LoadingManager, Mesh, type Object3D, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { emptyReport } from '../import-report.ts'
import { readUsdz } from './read-usd.ts'

const square = (more = '', name = 'Box') => `
def Mesh "${name}"
{
  int[] faceVertexCounts = [3, 3]
  int[] faceVertexIndices = [0, 1, 2, 0, 2, 3]
  point3f[] points = [(0, 0, 0), (10, 0, 0), (10, 10, 0), (0, 10, 0)]
  ${more}
}
`

function open(prims: string, head = '') {
  const usda = `#usda 1.0\n(\n  upAxis = "Y"\n  ${head}\n)\n${prims}`
  const report = emptyReport()
  const bytes = new Uint8Array(zipSync({ 'a.usda': strToU8(usda) }, { level: 0 }))
  const root = readUsdz(bytes, { manager: new LoadingManager(), report })
  root.updateMatrixWorld(true)
  const meshes: Mesh[] = []
  root.traverse((object: Object3D) => {
    if (object instanceof Mesh) meshes.push(object)
  })
  const size = new Box3().setFromObject(root).getSize(new Vector3()).toArray()
  return { meshes, size: size.map((side) => Number(side.toFixed(4))), losses: report.losses }
}

const getTriangles = ({ geometry }: Mesh) => geometry.getAttribute('position').count / 3

const getNormal = (more: string) => {
  const { position } = open(square(more)).meshes[0]!.geometry.attributes
  const [a, b, c] = [0, 1, 2].map((at) => new Vector3().fromBufferAttribute(position!, at))
  return b!.sub(a!).cross(c!.sub(a!)).normalize().z
}

describe('readUsdz', () => {
  it('uses centimetres if the file states no unit', () => {
    expect(open(square()).size).toEqual([0.1, 0.1, 0])
    expect(open(square(), 'metersPerUnit = 1').size).toEqual([10, 10, 0])
  })

  it('removes hidden objects, proxies and guides with all their descendants', () => {
    const below = `def Xform "Group"\n{\n  token visibility = "invisible"\n${square('', 'Inner')}\n}\n`
    const helper = 'uniform token purpose = "proxy"'
    const { meshes, losses } = open(square() + below + square(helper, 'Proxy'))
    expect(meshes.map(({ name }) => name)).toEqual(['Box'])
    expect(losses).toEqual([
      'Left out because hidden: 1 object.',
      'Left out: 1 proxy or guide object.',
    ])
  })

  it('shows hidden objects if the file has no visible objects', () => {
    expect(open(square('token visibility = "invisible"')).meshes).toHaveLength(1)
  })

  it('removes faces that are declared as holes', () => {
    const { meshes } = open(square('int[] holeIndices = [1]'))
    expect(getTriangles(meshes[0]!)).toBe(1)
  })

  it('reverses the corner order of left-handed faces', () => {
    expect(getNormal('')).toBeCloseTo(1)
    expect(getNormal('uniform token orientation = "leftHanded"')).toBeCloseTo(-1)
  })

  it.each([
    ['points', '(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)', [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['faces', '(1, 0, 0), (0, 1, 0)', [1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0]],
  ])('reads the colours of %s', (_, colors, expected) => {
    const { meshes } = open(square(`color3f[] primvars:displayColor = [${colors}]`))
    const list = Array.from(meshes[0]!.geometry.getAttribute('color').array)
    expect(list.slice(0, expected.length)).toEqual(expected)
  })

  it('shows both sides if the file requests it', () => {
    const [front, both] = ['', 'uniform bool doubleSided = 1'].map(
      (more) => [open(square(more)).meshes[0]!.material].flat()[0]!.side,
    )
    expect([front, both]).toEqual([0, 2])
  })

  it('creates copies of objects at the positions in a point instancer', () => {
    const { meshes, size } = open(`def PointInstancer "Trees"
{
  int[] protoIndices = [0, 0, 0]
  point3f[] positions = [(0, 0, 0), (100, 0, 0), (0, 50, 0)]
  float3[] scales = [(1, 1, 1), (2, 2, 2), (1, 1, 1)]
  rel prototypes = [ </Trees/Box> ]
${square()}
}
`)
    expect(meshes).toHaveLength(3)
    expect(size).toEqual([1.2, 0.6, 0])
  })

  it('reports a package without a layer', () => {
    const bytes = new Uint8Array(zipSync({ 'a.txt': strToU8('a') }))
    expect(() => readUsdz(bytes, { manager: new LoadingManager(), report: emptyReport() })).toThrow(
      /no USD layer/,
    )
  })
})
