// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate'
import { Box3, type BufferGeometry, Mesh, type Object3D, TorusKnotGeometry, Vector3 } from 'three'
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js'
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js'
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js'
import { STLLoader } from 'three/addons/loaders/STLLoader.js'
import { USDLoader } from 'three/addons/loaders/USDLoader.js'
import { describe, expect, it } from 'vitest'
import type { MeshPart, PartMaterial, Parts } from '../mesh/parts.ts'
import { createBox, moveBody } from '../mesh/solids.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { withVertexColors } from './vertex-colors.ts'
import { write3mf } from './write-3mf.ts'
import { writeObj, writeObjZip } from './write-obj.ts'
import { writePly } from './write-ply.ts'
import { writeStl } from './write-stl.ts'
import { writeUsdz } from './write-usdz.ts'
import { withQuads } from './quads/with-quads.ts'

const plain: PartMaterial = {
  name: 'plain',
  color: [0.5, 0.25, 1, 1],
  metalness: 0,
  roughness: 0.5,
  emissive: [0, 0, 0],
}
const model: Parts = {
  parts: [createBox([1, 2, 3]), moveBody(createBox([1, 1, 1]), [4, 5, 0])],
  materials: [plain],
}
const millimetres = { scale: 1000, upAxis: 'z' } as const
const metres = { scale: 1, upAxis: 'y' } as const

const computeArea = (root: Object3D): number => {
  let area = 0
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const points = object.geometry.getAttribute('position')
    for (let at = 0; at < points.count; at += 3) {
      const [a, b, c] = [0, 1, 2].map((step) =>
        new Vector3().fromBufferAttribute(points, at + step),
      ) as [Vector3, Vector3, Vector3]
      area += b.sub(a).cross(c.sub(a)).length() / 2
    }
  })
  return area
}

const getCorners = (root: Object3D): string[] => {
  const corners: string[] = []
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    for (let at = 0; at < object.geometry.getAttribute('position').count; at++) {
      const describeAt = (name: string) => {
        const { array, itemSize } = object.geometry.getAttribute(name)
        return array.slice(at * itemSize, (at + 1) * itemSize).join(',')
      }
      corners.push(['position', 'normal', 'uv'].map(describeAt).join(' '))
    }
  })
  return corners.toSorted()
}

function measure(root: Object3D | BufferGeometry) {
  const geometries: BufferGeometry[] = []
  if ('isBufferGeometry' in root) geometries.push(root)
  else {
    root.updateMatrixWorld(true)
    root.traverse((object) => {
      if (!(object instanceof Mesh)) return
      geometries.push(object.geometry.clone().applyMatrix4(object.matrixWorld))
    })
  }
  const parts = geometries.map((geometry): MeshPart => {
    const positions = new Float32Array(geometry.getAttribute('position').array)
    const index =
      geometry.getIndex()?.array ?? positions.subarray(0, positions.length / 3).map((_, at) => at)
    return { positions, indices: new Uint32Array(index), material: 0 }
  })
  const box3 = new Box3()
  for (const geometry of geometries) {
    geometry.computeBoundingBox()
    box3.union(geometry.boundingBox!)
  }
  const { triangles, volume, isClosed, shells } = analyzeTopology(parts)
  const size = box3
    .getSize(new Vector3())
    .toArray()
    .map((value) => Number(value.toFixed(3)))
  return { triangles, volume: Number(volume.toPrecision(5)), isClosed, shells: shells.length, size }
}

const buffer = (bytes: Uint8Array<ArrayBuffer>) =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
const inMillimetres = {
  triangles: 24,
  volume: 7e9,
  isClosed: true,
  shells: 2,
  size: [5000, 3000, 6500],
}
const inMetres = { ...inMillimetres, volume: 7, size: [5, 6.5, 3] }

describe('file writers, checked with independent readers', () => {
  it('writeStl writes all triangles in millimetres, z up, closed, facing outwards', () => {
    const bytes = writeStl(model, millimetres)
    expect(measure(new STLLoader().parse(buffer(bytes)))).toEqual(inMillimetres)
    expect(strFromU8(bytes.subarray(0, 5))).not.toBe('solid')
  })

  it('writePly writes all points and triangles with the colours of a texture', async () => {
    const pixels = { width: 2, height: 1, data: new Uint8Array([255, 0, 0, 255, 0, 0, 255, 255]) }
    const picture = { mimeType: 'image/png', bytes: new Uint8Array(1), name: 'a' }
    const painted = { ...model, materials: [{ ...plain, color: [1, 1, 1, 1] as const, picture }] }
    const colored = await withVertexColors(painted, async () => pixels)
    const geometry = new PLYLoader().parse(buffer(writePly(colored, metres)))
    expect(measure(geometry)).toEqual(inMetres)
    const color = geometry.getAttribute('color')
    const seen = new Set(
      Array.from({ length: color.count }, (_, at) => [color.getX(at), color.getZ(at)].join(' ')),
    )
    expect([...seen].toSorted()).toEqual(['0 1', '1 0'])
  })

  it('writeObj writes all triangles with positions and texture coordinates', () => {
    const text = strFromU8(writeObj(model, metres, 'box'))
    expect(measure(new OBJLoader().parse(text))).toEqual(inMetres)
    expect(text).toContain('mtllib box.mtl')
  })

  it('writeObj keeps the colours of points, also in quads', () => {
    const one = model.parts[0]!
    const colors = one.positions.map((value) => (value > 0 ? 1 : 0.25))
    const painted = { ...model, parts: [{ ...one, colors }] }
    for (const those of [painted, withQuads(painted)]) {
      const read = new OBJLoader().parse(strFromU8(writeObj(those, metres, 'box')))
      const { geometry } = read.children[0] as Mesh
      const [place, color] = [geometry.getAttribute('position'), geometry.getAttribute('color')]
      expect(color.count).toBe(36)
      for (let at = 0; at < color.count; at++) {
        expect(color.getX(at)).toBeCloseTo(place.getX(at) > 0 ? 1 : 0.25, 2)
        expect(color.getY(at)).toBeCloseTo(place.getY(at) > 0 ? 1 : 0.25, 2)
      }
    }
  })

  it('writeObj writes the same surface with and without quads', () => {
    const other: PartMaterial = { ...plain, name: 'other' }
    const painted: Parts = {
      parts: model.parts.map((part, material) => ({ ...part, material })),
      materials: [plain, other],
    }
    const paired = withQuads(painted)
    expect(paired.count).toEqual({ quads: 12, triangles: 0 })
    const text = strFromU8(writeObj(paired, metres, 'box'))
    expect(text.match(/^f( [^ ]+){4}$/gm)).toHaveLength(12)
    const [was, is] = [writeObj(painted, metres, 'box'), writeObj(paired, metres, 'box')].map(
      (bytes) => new OBJLoader().parse(strFromU8(bytes)),
    )
    expect(measure(is!)).toEqual(inMetres)
    expect(computeArea(is!) / computeArea(was!)).toBeCloseTo(1, 6)
    expect(computeArea(is!)).toBeCloseTo(22 + 6, 6)
    const materials: string[] = []
    is!.traverse((object) => object instanceof Mesh && materials.push(object.material.name))
    expect(materials).toEqual(['plain', 'other'])
  })

  it('writeObj keeps the names of materials, each once and without spaces', () => {
    const materials = ['Red paint #2', 'plain', '', 'plain', 'plain_2'].map((name) => ({
      ...plain,
      name,
    }))
    const [part] = model.parts
    const parts = materials.map((_, material) => ({ ...part!, material }))
    const zip = unzipSync(writeObjZip({ parts, materials }, metres, 'box'))
    const read = (file: string, keyword: string) =>
      [...strFromU8(zip[file]!).matchAll(new RegExp(`^${keyword} (.*)$`, 'gm'))].map(
        ([, name]) => name,
      )
    const names = ['Red_paint_2', 'plain', 'm3', 'plain_2', 'plain_2_2']
    expect(read('box.mtl', 'newmtl')).toEqual(names)
    expect(read('box.obj', 'usemtl')).toEqual(names)
  })

  it('writeObj keeps corners, area and volume of a bent surface when quads are split into triangles', () => {
    const knot = new TorusKnotGeometry(1, 0.3, 80, 12)
    const part: MeshPart = {
      positions: new Float32Array(knot.getAttribute('position').array),
      normals: new Float32Array(knot.getAttribute('normal').array),
      uvs: new Float32Array(knot.getAttribute('uv').array),
      indices: new Uint32Array(knot.getIndex()!.array),
      material: 0,
    }
    const bent = { ...model, parts: [part] }
    const paired = withQuads(bent)
    expect(paired.count.quads).toBeGreaterThan(700)
    expect(paired.count.quads * 2 + paired.count.triangles).toBe(80 * 12 * 2)
    const [was, is] = [writeObj(bent, metres, 'a'), writeObj(paired, metres, 'a')].map((bytes) =>
      new OBJLoader().parse(strFromU8(bytes)),
    )
    expect(measure(is!)).toEqual(measure(was!))
    expect(computeArea(is!) / computeArea(was!)).toBeCloseTo(1, 6)
    expect(getCorners(is!)).toEqual(getCorners(was!))
  })

  it('writeObjZip includes the material with its picture', () => {
    const picture = { mimeType: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]), name: 'a' }
    const files = unzipSync(
      writeObjZip({ ...model, materials: [{ ...plain, picture }] }, metres, 'box'),
    )
    expect(Object.keys(files).toSorted()).toEqual(['box-1.jpg', 'box.mtl', 'box.obj'])
    expect(files['box-1.jpg']).toEqual(picture.bytes)
    expect(strFromU8(files['box.mtl']!)).toContain('map_Kd box-1.jpg')
  })

  it('write3mf writes one closed object in millimetres, z up, with colours', async () => {
    const bytes = write3mf(await withVertexColors(model, async () => expect.fail()), millimetres)
    const read = new ThreeMFLoader().parse(buffer(bytes))
    expect(measure(read)).toEqual(inMillimetres)
    const text = strFromU8(unzipSync(bytes)['3D/3dmodel.model']!)
    expect(text).toContain('unit="millimeter"')
    expect(text.match(/<m:color /g)).toHaveLength(1)
    expect(text.match(/<vertex /g)).toHaveLength(16)
  })

  it('writeUsdz writes metres, with the content of each file at a multiple of 64 bytes', async () => {
    const png = Uint8Array.from(
      atob(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      ),
      (sign) => sign.charCodeAt(0),
    )
    const picture = { mimeType: 'image/png', bytes: png, name: 'a' }
    const bytes = writeUsdz({ ...model, materials: [{ ...plain, picture }] })
    const files = unzipSync(bytes)
    expect(Object.keys(files)).toEqual(['model.usda', 'textures/1.png'])
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    let at = 0
    for (const name of Object.keys(files)) {
      const extra = view.getUint16(at + 28, true)
      const start = at + 30 + name.length + extra
      expect(start % 64).toBe(0)
      expect(view.getUint16(at + 8, true)).toBe(0)
      at = start + files[name]!.length
    }
    const usda = strFromU8(files['model.usda']!)
    const read = new USDLoader().parse(usda.replace(/@textures[^@]*@/, '@@'))
    expect(measure(read)).toEqual(inMetres)
  })
})
