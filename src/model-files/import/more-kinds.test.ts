import { strToU8, zipSync } from 'fflate'
import { ImageLoader, LoadingManager, type Mesh } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { measureExtent } from '../mesh/extent.ts'
import { sumTriangles } from '../mesh/parts.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { readAmf } from './amf/read-amf.ts'
import { readCollada } from './collada/read-collada.ts'
import { importFiles } from './import-files.ts'
import { emptyReport } from './import-report.ts'
import { make3ds } from './3ds/3ds.fixture.ts'
import { read3ds } from './3ds/read-3ds.ts'
import { importScene } from './read-scene.ts'

// Node has no FileReader, which GLTFExporter uses.
vi.stubGlobal(
  'FileReader',
  class {
    result: ArrayBuffer | undefined
    onloadend?: () => void
    readAsArrayBuffer(blob: Blob) {
      void blob.arrayBuffer().then((bytes) => {
        this.result = bytes
        this.onloadend?.()
      })
    }
  },
)

const round = (values: readonly number[]) => values.map((value) => Number(value.toFixed(5)) + 0)

async function open(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const bytes = typeof content === 'string' ? strToU8(content) : content
  const file = { name, bytes: new Uint8Array(bytes) }
  const isScene = /\.(?:dae|3ds|usdz)$/.test(name)
  const { glb, report } = await (isScene ? importScene(file, [file]) : importFiles([file]))
  const model = await readGlbParts(glb)
  const { low, high } = measureExtent(model.parts)
  return { ...model, report, triangles: sumTriangles(model), low: round(low), high: round(high) }
}

const inches = (values: number[]) => round(values.map((value) => value / 39.37007874))

const pyramid = `<vertices>
  ${[
    [0, 0, 0],
    [10, 0, 0],
    [0, 20, 0],
    [0, 0, 30],
  ]
    .map(
      ([x, y, z]) =>
        `<vertex><coordinates><x>${x}</x><y>${y}</y><z>${z}</z></coordinates></vertex>`,
    )
    .join('\n')}</vertices>`
const face = (a: number, b: number, c: number, more = '') =>
  `<triangle>${more}<v1>${a}</v1><v2>${b}</v2><v3>${c}</v3></triangle>`
const faces = face(0, 2, 1) + face(0, 1, 3) + face(1, 2, 3) + face(2, 0, 3)
const red = '<color><r>1</r><g>0</g><b>0</b></color>'

describe('importing AMF files', () => {
  it('returns metres, y up, with materials and their colours', async () => {
    const amf = `<?xml version="1.0"?><amf unit="millimeter"><!-- <object id="9"> -->
      <material id="5"><metadata type="name">Red</metadata>${red}</material>
      <object id="1"><metadata type="name">Pyramid</metadata><mesh>${pyramid}
      <volume materialid="5">${faces}</volume></mesh></object></amf>`
    const { parts, materials, triangles, low, high, report } = await open('a.amf', amf)
    expect([triangles, low, high]).toEqual([4, [0, 0, -0.02], [0.01, 0.03, 0]])
    expect(materials[parts[0]!.material]).toMatchObject({ name: 'Red', color: [1, 0, 0, 1] })
    expect(report.losses).toEqual([])
  })

  it('reads a zip, inches, colours of triangles, and objects placed by a constellation', async () => {
    const amf = `<amf unit="inch"><object id="1"><mesh>${pyramid}
      <volume>${faces}${face(0, 1, 2, red)}</volume></mesh></object>
      <constellation id="2"><instance objectid="1"><deltax>100</deltax><rz>90</rz></instance>
      <instance objectid="1"></instance></constellation></amf>`
    const { parts, triangles, low, high } = await open('a.amf', zipSync({ 'a.amf': strToU8(amf) }))
    expect(triangles).toBe(10)
    expect(parts[0]!.colors?.slice(-3)).toEqual(new Float32Array([1, 0, 0]))
    // After a quarter turn, the pyramid extends 20 to the left and 10 to the back.
    expect([low, high]).toEqual([inches([0, 0, -20]), inches([100, 30, 0])])
  })

  it('reports the omitted parts', () => {
    const report = emptyReport()
    const curved = '<vertex><coordinates><x>1</x></coordinates><normal><nx>1</nx></normal></vertex>'
    readAmf(
      strToU8(`<amf unit="parsec"><object id="1"><mesh>${curved}</mesh></object></amf>`),
      report,
    )
    expect(report.losses).toEqual([
      'Its unit “parsec” is unknown: millimetres are assumed.',
      'Left out: curved triangles, which became flat.',
    ])
  })

  it('rejects constellations that contain themselves', async () => {
    const loop = `<amf><object id="1"><mesh>${pyramid}<volume>${faces}</volume></mesh></object>
      <constellation id="2"><instance objectid="3"/></constellation>
      <constellation id="3"><instance objectid="3"/><instance objectid="1"/></constellation></amf>`
    await expect(open('a.amf', loop.replace('id="2"', 'id="7"'))).rejects.toThrow('too many')
  })
})

const voxChunk = (id: string, content: Uint8Array) => {
  const head = new Uint8Array(12)
  head.set(strToU8(id))
  new DataView(head.buffer).setUint32(4, content.length, true)
  return [...head, ...content]
}
const numbers = (...values: number[]) => new Uint8Array(new Uint32Array(values).buffer)

function makeVox(
  change: (view: DataView) => void = () => {},
  scene: readonly number[] = [],
): Uint8Array<ArrayBuffer> {
  const palette = new Uint8Array(1024)
  palette.set([255, 0, 0, 255, 0, 255, 0, 255])
  const voxels = new Uint8Array([3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 2])
  const body = [
    ...voxChunk('SIZE', numbers(3, 1, 1)),
    ...voxChunk('XYZI', voxels),
    ...voxChunk('RGBA', palette),
    ...scene,
  ]
  const main = new Uint8Array([...strToU8('VOX '), ...numbers(150), ...voxChunk('MAIN', numbers())])
  const bytes = new Uint8Array([...main, ...body])
  change(new DataView(bytes.buffer))
  return bytes
}

describe('importing VOX files', () => {
  it('returns the visible faces with their colours, ten voxels per metre', async () => {
    const { triangles, low, high, parts, report } = await open('a.vox', makeVox())
    expect(round(high.map((value, axis) => value - low[axis]!))).toEqual([0.3, 0.1, 0.1])
    // Faces of one colour are merged: five quads around the red voxels, five around the green one.
    expect(triangles).toBe(20)
    const seen = new Set<string>()
    for (let at = 0; at < parts[0]!.colors!.length; at += 3) {
      seen.add(round([...parts[0]!.colors!.subarray(at, at + 3)]).join(' '))
    }
    expect([...seen].toSorted()).toEqual(['0 1 0', '1 0 0'])
    expect(report.losses).toEqual(['One voxel became 10 cm.'])
  })

  it('places models of a scene by the corner of a voxel, as MagicaVoxel does', async () => {
    const none = 0xff_ff_ff_ff
    const scene = [
      ...voxChunk('nTRN', numbers(0, 0, 1, none, none, 1, 0)),
      ...voxChunk('nSHP', numbers(1, 0, 1, 0, 0)),
    ]
    const { low, high } = await open(
      'a.vox',
      makeVox(() => {}, scene),
    )
    expect([round(low), round(high)]).toEqual([
      [-0.1, 0, -0.1],
      [0.2, 0.1, 0],
    ])
  })

  it.each([
    ['is cut off', makeVox().subarray(0, 60)],
    ['is no VOX', strToU8('hello, this is some other file')],
    [
      'has a model wider than the format allows',
      makeVox((view) => view.setUint32(32, 70_000, true)),
    ],
    ['has more voxels than fit', makeVox((view) => view.setUint32(56, 1e6, true))],
  ])('rejects a VOX file that %s', async (_, bytes) => {
    await expect(open('a.vox', new Uint8Array(bytes))).rejects.toThrow('This VOX is damaged')
  })
})

type DaeOptions = { unit?: string; axis?: string; faces?: string; more?: string }
const makeDae = ({ unit = '0.01', axis = 'Z_UP', faces: drawn, more = '' }: DaeOptions = {}) =>
  `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="${unit}"/><up_axis>${axis}</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert>
<diffuse><color>1 0 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="Red &amp; round"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="12">0 0 0 10 0 0 0 20 0 0 0 30</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
${drawn ?? '<triangles count="4" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 1 2 3 2 0 3</p></triangles>'}
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene"><node id="n" name="Pyramid"><translate>5 0 0</translate>
<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material></instance_geometry>
</node></visual_scene></library_visual_scenes>${more}
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>`

describe('importing DAE files', () => {
  it('opens a file whose nodes have no ids', async () => {
    const { triangles } = await open('a.dae', makeDae().replace('<node id="n"', '<node'))
    expect(triangles).toBe(4)
  })

  it.each([
    ['Z_UP', [0.05, 0, -0.2], [0.15, 0.3, 0]],
    ['Y_UP', [0.05, 0, 0], [0.15, 0.2, 0.3]],
    ['X_UP', [-0.2, 0.05, 0], [0, 0.15, 0.3]],
  ])('returns metres with %s converted to y up, and the material', async (axis, low, high) => {
    const dae = await open('a.dae', makeDae({ axis }))
    expect([dae.triangles, dae.low, dae.high]).toEqual([4, low, high])
    expect(dae.materials[0]).toMatchObject({ name: 'Red & round', color: [1, 0, 0, 1] })
    expect(dae.report.losses).toEqual([])
  })

  it('reads strips and fans, and reports the omitted parts', async () => {
    const input = '<input semantic="VERTEX" source="#v" offset="0"/>'
    const dae = await open(
      'a.dae',
      makeDae({
        faces: `<tristrips count="1" material="s">${input}<p>0 1 2 3</p></tristrips><trifans count="1">${input}<p>0 1 2 3</p></trifans>`,
        more: '<library_physics_scenes><physics_scene id="x"/></library_physics_scenes>',
      }),
    )
    expect(dae.triangles).toBe(4)
    expect(dae.report.losses).toEqual(['Left out: physics.'])
  })

  it('finds TGA textures whose name is also an id, and reduces texture coordinates to two numbers', () => {
    const urls: string[] = []
    const load = vi.spyOn(ImageLoader.prototype, 'load').mockImplementation((url) => {
      manager.resolveURL(url)
      return {} as HTMLImageElement
    })
    const manager = new LoadingManager().setURLModifier((url) => {
      urls.push(url)
      return 'data:,'
    })
    const uvs = `<source id="t"><float_array id="b" count="12">0 0 9 1 0 9 0 1 9 1 1 9</float_array>
<technique_common><accessor source="#b" count="4" stride="3"><param name="S" type="float"/><param name="T" type="float"/><param name="P" type="float"/></accessor></technique_common></source>`
    const dae = makeDae({
      faces:
        '<triangles count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="TEXCOORD" source="#t" offset="0" set="0"/><p>0 1 2</p></triangles>',
      more: '<library_images><image id="a.tga"><init_from>a.tga</init_from></image></library_images>',
    })
      .replace('<vertices', `${uvs}<vertices`)
      .replace('<color>1 0 0 1</color>', '<texture texture="x" texcoord="u"/>')
      .replace(
        '<technique sid',
        '<newparam sid="y"><surface type="2D"><init_from>a.tga</init_from></surface></newparam><newparam sid="x"><sampler2D><source>y</source></sampler2D></newparam><technique sid',
      )
    const { root } = readCollada(strToU8(dae), manager, emptyReport())
    load.mockRestore()
    expect(urls).toEqual(['a.tga'])
    const { geometry } = root.children[0] as Mesh
    expect(geometry.getAttribute('uv')).toMatchObject({ itemSize: 2, count: 3 })
    expect([...geometry.getAttribute('uv').array]).toEqual([0, 0, 1, 0, 0, 1])
  })

  it('reads UTF-16 and namespace prefixes', () => {
    const prefixed = makeDae().replaceAll(/<(\/?)(?=[a-z])/gi, '<$1c:')
    const wide = new Uint8Array(2 + prefixed.length * 2)
    wide.set([0xff, 0xfe])
    Array.from(prefixed, (sign, at) => (wide[2 + at * 2] = sign.codePointAt(0)!))
    const { root } = readCollada(wide, new LoadingManager(), emptyReport())
    expect(root.children[0]!.name).toBe('Pyramid')
  })

  it('leaves out materials that the file does not contain', async () => {
    const dae = makeDae().replaceAll(/<library_materials>[\s\S]*?<\/library_materials>/g, '')
    const { triangles, report } = await open('a.dae', dae)
    expect(triangles).toBe(4)
    expect(report.losses).toEqual(['Left out: 1 missing element.'])
  })

  it('reads decimal commas and single polygons', async () => {
    const polygons = ['0 2 1', '0 1 3', '1 2 3', '2 0 3'].map((list) => `<p>${list}</p>`).join('')
    const drawn = `<polygons count="4" material="s"><input semantic="VERTEX" source="#v" offset="0"/>${polygons}</polygons>`
    const dae = makeDae({ faces: drawn, unit: '0,01' })
      .replace('0 0 0 10 0 0', '0,0 0,0 0,0 10,0 0,0 0,0')
      .replace('5 0 0</translate>', '5,0 0,0 0,0</translate>')
    const { triangles, low, high } = await open('a.dae', dae)
    expect([triangles, low, high]).toEqual([4, [0.05, 0, -0.2], [0.15, 0.3, 0]])
  })

  it('does not expand entities, and rejects deep nesting', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;">]>${makeDae()}`
    expect((await open('a.dae', bomb.replace('Pyramid', '&b;'))).triangles).toBe(4)
    const deep = makeDae({ more: '<node>'.repeat(10_000) })
    await expect(open('a.dae', deep)).rejects.toThrow('This DAE cannot be read')
    await expect(open('a.dae', 'hello')).rejects.toThrow('not a Collada file')
  })
})

describe('3DS', () => {
  it('opens with y up in the most likely unit, with its material, and reports the unit', async () => {
    const { triangles, low, high, materials, report } = await open('a.3ds', make3ds())
    expect([triangles, low, high]).toEqual([1, [0, 0, -0.1], [0.2, 0, 0]])
    expect(materials[0]).toMatchObject({ name: 'Red', color: [1, 0, 0, 1] })
    expect(report.unit).toMatchObject({ kind: '3ds', used: 'mm', isUnsure: true })
    expect(report.losses).toEqual([])
  })

  it('rejects a file that is no 3DS', () => {
    expect(() => read3ds(strToU8('hello world'), new LoadingManager(), emptyReport())).toThrow(
      'not a 3DS file',
    )
  })
})

describe('importing USDZ files', () => {
  it('names the missing layers of a file without a mesh', async () => {
    const usda = '#usda 1.0\ndef Xform "Root" (references = @./absent.usda@</Thing>) {}\n'
    const bytes = zipSync({ 'a.usda': strToU8(usda) }, { level: 0 })
    await expect(open('a.usdz', bytes)).rejects.toThrow('are missing: absent.usda.')
  })
})
