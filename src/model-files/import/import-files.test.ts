import { strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { BufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial } from 'three'
import { OBJExporter } from 'three/addons/exporters/OBJExporter.js'
import { PLYExporter } from 'three/addons/exporters/PLYExporter.js'
import { STLExporter } from 'three/addons/exporters/STLExporter.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { write3mf } from '../export/write-3mf.ts'
import { writeObjZip } from '../export/write-obj.ts'
import { checkGlb } from '../inspect/check-glb.ts'
import type { Parts } from '../mesh/parts.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { createBox } from '../mesh/solids.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { importFiles } from './import-files.ts'
import { unpainted } from './read-three.ts'

const part = createBox([100, 200, 300])
const geometry = () =>
  new BufferGeometry()
    .setAttribute('position', new BufferAttribute(part.positions.slice(), 3))
    .setIndex(new BufferAttribute(part.indices.slice(), 1))
const mesh = () => new Mesh(geometry(), new MeshStandardMaterial())
const model: Parts = { parts: [part], materials: [unpainted] }

async function seen(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  ...more: [string, Uint8Array<ArrayBuffer>][]
) {
  const files = [{ name, bytes }, ...more.map(([own, content]) => ({ name: own, bytes: content }))]
  const { glb } = await importFiles(files, { units: { obj: 'm', ply: 'm', stl: 'mm' } })
  checkGlb(glb)
  const { parts, materials } = await readGlbParts(glb)
  const { isClosed, volume, shells } = analyzeTopology(parts)
  const [shell] = shells
  const size = shell!.high.map((value, axis) => Number((value - shell!.low[axis]!).toFixed(4)))
  return { isClosed, volume: Number(volume.toPrecision(4)), size, materials, parts }
}

const printed = { isClosed: true, volume: 0.006, size: [0.1, 0.3, 0.2] }
const asIs = { isClosed: true, volume: 6e6, size: [100, 200, 300] }

afterEach(() => void vi.unstubAllGlobals())

function nested3mf(content: string): Uint8Array {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const component = `<component objectid="${level + 1}"/>`.repeat(10)
    return `<object id="${level + 2}"><components>${component}</components></object>`
  })
  const xml = `<model><resources><object id="1">${content}</object>${levels.join('')}</resources><build><item objectid="10"/></build></model>`
  return zipSync({ '3D/3dmodel.model': strToU8(xml) })
}

describe('importFiles', () => {
  it('reads a binary and a text STL from another program', async () => {
    const binary = new STLExporter().parse(mesh(), { binary: true })
    const text = new STLExporter().parse(mesh())
    expect(await seen('a.STL', new Uint8Array(binary.buffer))).toMatchObject(printed)
    expect(await seen('a.stl', strToU8(text))).toMatchObject(printed)
  })

  it('reads a PLY from another program', async () => {
    // PLYExporter calls back in a later animation frame, which the test does not need.
    vi.stubGlobal('requestAnimationFrame', () => 0)
    const ply = new PLYExporter().parse(mesh(), () => {}, { binary: true })
    expect(await seen('a.ply', new Uint8Array(ply as ArrayBuffer))).toMatchObject(asIs)
  })

  it('reads an OBJ from another program', async () => {
    const text = new OBJExporter().parse(mesh())
    expect(await seen('a.obj', strToU8(text))).toMatchObject(asIs)
  })

  it('reads an OBJ with its material and picture', async () => {
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const picture = { mimeType: 'image/png', bytes: new Uint8Array(png), name: 'a' }
    const files = unzipSync(
      writeObjZip(
        { ...model, materials: [{ ...unpainted, roughness: 0.3, picture }] },
        { scale: 1, upAxis: 'y' },
        'box',
      ),
    )
    const [main, ...more] = ['box.obj', 'box.mtl', 'box-1.png'].map(
      (name) => [name, files[name]!] as [string, Uint8Array<ArrayBuffer>],
    )
    const opened = await seen(...main!, ...more)
    expect(opened).toMatchObject(asIs)
    expect(opened.materials[0]).toMatchObject({ roughness: 0.3, picture: { bytes: picture.bytes } })
    expect(opened.parts[0]!.uvs!.slice(0, 6)).toEqual(part.uvs!.slice(0, 6))
  })

  it('reads 3MF, also with colours, transforms and other units', async () => {
    const placement = { scale: 1, upAxis: 'z' } as const
    const plain = await seen('a.3mf', write3mf(model, placement))
    expect(plain).toMatchObject({ ...printed, size: [0.1, 0.2, 0.3] })
    const colors = new Float32Array(part.positions.length).fill(1)
    const painted = await seen(
      'a.3mf',
      write3mf({ ...model, parts: [{ ...part, colors }] }, placement),
    )
    expect(painted).toMatchObject({ isClosed: true, volume: 0.006 })
    expect(painted.parts[0]!.colors!.slice(0, 3)).toEqual(new Float32Array([1, 1, 1]))
    const xml =
      '<model unit="meter"><resources><object id="1"><mesh><vertices>' +
      '<vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/><vertex x="0" y="0" z="1"/>' +
      '</vertices><triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/>' +
      '<triangle v1="1" v2="2" v3="3"/><triangle v1="2" v2="0" v3="3"/></triangles></mesh></object>' +
      '<object id="2"><components><component objectid="1" transform="2 0 0 0 2 0 0 0 2 5 0 0"/></components></object>' +
      '</resources><build><item objectid="2"/></build></model>'
    const zip = zipSync({ '3D/3dmodel.model': strToU8(xml) })
    const built = await seen('a.3mf', zip)
    expect(built.volume).toBeCloseTo(8 / 6, 3)
    expect(Math.min(...built.parts[0]!.positions.filter((_, at) => at % 3 === 0))).toBe(5)
  })

  it.each<[string, string, Uint8Array]>([
    ['an empty STL', 'a.stl', new Uint8Array()],
    ['text that is no OBJ', 'a.obj', strToU8('hello\nworld')],
    [
      'a PLY without faces',
      'a.ply',
      strToU8('ply\nformat ascii 1.0\nelement vertex 0\nend_header\n'),
    ],
    ['something that is no zip', 'a.3mf', strToU8('PK nonsense')],
    ['a zip without a model', 'a.3mf', zipSync({ 'a.txt': strToU8('a') })],
    [
      'a 3MF that contains itself',
      'a.3mf',
      zipSync({
        '3D/3dmodel.model': strToU8(
          '<model><resources><object id="1"><components><component objectid="1"/></components></object></resources><build><item objectid="1"/></build></model>',
        ),
      }),
    ],
    ['a 3MF of a billion empty objects', 'a.3mf', nested3mf('')],
    [
      'a 3MF of a billion beams',
      'a.3mf',
      nested3mf(
        '<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/></vertices><triangles/><b:beamlattice><b:beams><b:beam v1="0" v2="1"/></b:beams></b:beamlattice></mesh>',
      ),
    ],
    [
      'a 3MF that unpacks to gigabytes',
      'a.3mf',
      claimingSize(zipSync({ '3D/3dmodel.model': strToU8('<model/>') }), 2 ** 31),
    ],
    ['a picture', 'a.png', new Uint8Array(10)],
  ])('explains the defect of %s', async (_name, name, bytes) => {
    const outcome = importFiles([{ name, bytes: bytes as Uint8Array<ArrayBuffer> }])
    await expect(outcome).rejects.toThrow(UnworkableModelError)
    await expect(outcome).rejects.toThrow(/^[A-Z].*\.$/)
  })
})

function claimingSize(zip: Uint8Array, size: number): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset)
  for (let at = 0; at + 46 < zip.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true)
  }
  return zip
}
