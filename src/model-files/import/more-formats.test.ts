import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readGlbHeader } from '../glb/glb-header.ts'
import { checkGlb } from '../inspect/check-glb.ts'
import { measureExtent } from '../mesh/extent.ts'
import { sumTriangles } from '../mesh/parts.ts'
import { readGlbDocument, readGlbParts } from '../mesh/read-glb-parts.ts'
import type { NamedFile } from './named-file.ts'
import { importFiles } from './import-files.ts'

const files = (name: string, content: string | Uint8Array<ArrayBuffer>): NamedFile[] => [
  { name, bytes: typeof content === 'string' ? strToU8(content) : content },
]
async function opened(given: NamedFile[]) {
  const { glb, report } = await importFiles(given, { units: { ply: 'm', obj: 'm' } })
  checkGlb(glb)
  return { ...(await readGlbParts(glb)), report, document: await readGlbDocument(glb) }
}
const square = ['0 0 0', '1 0 0', '1 1 0', '0 1 0']
const ply = (elements: string, rows: readonly string[]) =>
  `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n${elements}\nend_header\n${[...square, ...rows].join('\n')}\n`

describe('importFiles with a PLY', () => {
  it('reads the colours of faces', async () => {
    const { parts } = await opened(
      files(
        'a.ply',
        ply(
          'element face 1\nproperty list uchar int vertex_indices\nproperty uchar red\nproperty uchar green\nproperty uchar blue',
          ['4 0 1 2 3 255 0 0'],
        ),
      ),
    )
    expect(sumTriangles({ parts })).toBe(2)
    expect(parts[0]!.colors!.slice(0, 3)).toEqual(new Float32Array([1, 0, 0]))
  })

  it('reads texture coordinates per face, and reports a missing picture', async () => {
    const { parts, report } = await opened(
      files(
        'a.ply',
        ply(
          'comment TextureFile skin.png\nelement face 1\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nproperty uchar red\nproperty uchar green\nproperty uchar blue',
          ['3 0 1 2 6 0 0 1 0 1 1 255 0 0'],
        ),
      ),
    )
    expect(sumTriangles({ parts })).toBe(1)
    expect([...parts[0]!.uvs!]).toEqual([0, 1, 1, 1, 1, 0])
    expect(report.missing).toEqual(['skin.png'])
  })

  it.each(['ascii', 'binary_little_endian', 'binary_big_endian'])(
    'reads triangle strips (%s)',
    async (kind) => {
      const text = ply('element tristrips 1\nproperty list int int vertex_indices', [
        '7 0 1 3 2 -1 0 1',
      ])
      let bytes: Uint8Array<ArrayBuffer> = strToU8(text)
      if (kind !== 'ascii') {
        const header = strToU8(
          text.slice(0, text.indexOf('end_header\n') + 11).replace('ascii', kind),
        )
        const body = new DataView(new ArrayBuffer(48 + 32))
        const isLittle = kind.includes('little')
        square
          .flatMap((row) => row.split(' ').map(Number))
          .forEach((value, at) => body.setFloat32(at * 4, value, isLittle))
        ;[7, 0, 1, 3, 2, -1, 0, 1].forEach((value, at) =>
          body.setInt32(48 + at * 4, value, isLittle),
        )
        bytes = new Uint8Array([...header, ...new Uint8Array(body.buffer)])
      }
      const { parts } = await opened(files('a.ply', bytes))
      expect([...parts[0]!.indices]).toEqual([0, 1, 3, 1, 2, 3])
    },
  )
})

it('importFiles rejects a PLY with fewer vertices than its header declares', async () => {
  const cut = ply('element face 1\nproperty list uchar int vertex_indices', []).replace(
    'vertex 4',
    'vertex 1000',
  )
  await expect(importFiles(files('a.ply', cut))).rejects.toThrow(
    'This PLY is incomplete: it has 4 of 1,000 vertices.',
  )
})

describe('importFiles with a file without faces', () => {
  it.each([
    ['a.ply', ply('', [])],
    ['a.obj', 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n'],
    ['a.obj', 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\np 1 2 3 4\n'],
  ])('reads a point cloud (%s)', async (name, text) => {
    const { document } = await opened(files(name, text))
    const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives()
    expect(primitive!.getMode()).toBe(0)
    expect(primitive!.getAttribute('POSITION')!.getCount()).toBe(4)
  })

  it('reads the lines of an OBJ', async () => {
    const { document } = await opened(files('a.obj', 'v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\n'))
    const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives()
    expect(primitive!.getMode()).toBe(1)
    expect(primitive!.getAttribute('POSITION')!.getCount()).toBe(4)
  })
})

const mesh =
  '<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="10" y="0" z="0"/><vertex x="0" y="10" z="0"/><vertex x="0" y="0" z="10"/></vertices>'
const faces = (more = '') =>
  `<triangles>${['0 2 1', '0 1 3', '1 2 3', '2 0 3']
    .map((row) => {
      const [a, b, c] = row.split(' ')
      return `<triangle v1="${a}" v2="${b}" v3="${c}" ${more}/>`
    })
    .join('')}</triangles></mesh>`
const rels =
  '<Relationships><Relationship Target="/3D/start.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
const object = (id: number, name: string) =>
  `<object id="${id}" name="${name}">${mesh}${faces()}</object>`

describe('importFiles with a 3MF', () => {
  it('reads objects in other files of the package, as slicers write them', async () => {
    const zip = zipSync({
      '_rels/.rels': strToU8(rels),
      '3D/start.model': strToU8(
        '<model unit="millimeter" xmlns:p="p"><resources><object id="8" name="Two" type="model"><components>' +
          '<component p:path="/3D/Objects/one.model" objectid="1" transform="1 0 0 0 1 0 0 0 1 20 0 0"/>' +
          '<component p:path="/3D/Objects/one.model" objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/>' +
          '</components></object></resources><build><item objectid="8"/><item objectid="1" p:path="/3D/Objects/one.model"/></build></model>',
      ),
      '3D/Objects/one.model': strToU8(
        `<model unit="millimeter"><resources><object id="1" name="One">${mesh}${faces()}</object></resources></model>`,
      ),
    })
    const { parts, document } = await opened(files('a.3mf', zip))
    expect(sumTriangles({ parts })).toBe(12)
    const { low, high } = measureExtent(parts)
    expect([low[0], high[0]]).toEqual([expect.closeTo(-0.01), expect.closeTo(0.03)])
    expect(
      document
        .getRoot()
        .listNodes()
        .map((node) => node.getName()),
    ).toEqual(['One'])
  })

  it('keeps objects separate', async () => {
    const zip = zipSync({
      '3D/3dmodel.model': strToU8(
        `<model><resources>${object(1, 'Lid')}${object(2, 'Box')}</resources><build><item objectid="1"/><item objectid="2"/></build></model>`,
      ),
    })
    const { document } = await opened(files('a.3mf', zip))
    expect(
      document
        .getRoot()
        .listNodes()
        .map((node) => node.getName()),
    ).toEqual(['Lid', 'Box'])
  })

  it('reads a 64-bit zip', async () => {
    configure({ useWebWorkers: false })
    const writer = new ZipWriter(new Uint8ArrayWriter(), { zip64: true })
    const text = `<model><resources><object id="1">${mesh}${faces()}</object></resources><build><item objectid="1"/></build></model>`
    await writer.add('3D/3dmodel.model', new Uint8ArrayReader(strToU8(text)))
    const { parts } = await opened(files('a.3mf', new Uint8Array(await writer.close())))
    expect(sumTriangles({ parts })).toBe(4)
  })

  it('reads textures, mixtures and multi-properties together', async () => {
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const resources =
      '<m:texture2d id="1" path="/3D/Textures/skin.png" contenttype="image/png"/>' +
      '<m:texture2dgroup id="2" texid="1"><m:tex2coord u="0.25" v="0.75"/></m:texture2dgroup>' +
      '<basematerials id="3"><base name="a" displaycolor="#FF0000"/><base name="b" displaycolor="#0000FF"/></basematerials>' +
      '<m:compositematerials id="4" matid="3" matindices="0 1"><m:composite values="0.25 0.75"/></m:compositematerials>' +
      '<m:colorgroup id="5"><m:color color="#FFFFFF80"/></m:colorgroup>' +
      '<m:multiproperties id="6" pids="4 5 2"><m:multi pindices="0 0 0"/></m:multiproperties>'
    const zip = (pid: number) =>
      zipSync({
        '3D/Textures/skin.png': png,
        '3D/3dmodel.model': strToU8(
          `<model xmlns:m="m"><resources>${resources}<object id="9">${mesh}${faces(`pid="${pid}" p1="0"`)}</object></resources><build><item objectid="9"/></build></model>`,
        ),
      })
    const textured = await opened(files('a.3mf', zip(2)))
    expect(textured.materials[0]!.picture!.bytes).toEqual(new Uint8Array(png))
    expect(textured.parts[0]!.uvs!.slice(0, 2)).toEqual(new Float32Array([0.25, 0.25]))
    const mixed = await opened(files('a.3mf', zip(4)))
    expect(mixed.parts[0]!.colors!.slice(0, 3)).toEqual(new Float32Array([0.25, 0, 0.75]))
    const several = await opened(files('a.3mf', zip(6)))
    // An opaque texture hides the colours of the layers below the texture.
    expect(several.parts[0]!.colors).toBeUndefined()
    expect(several.materials[0]!.picture).toBeDefined()
  })

  it('reports content that cannot be read completely', async () => {
    const text = `<model><resources><object id="1">${mesh}${faces().replace('</mesh>', '<b:beamlattice minlength="1"><b:beams><b:beam v1="0" v2="3"/></b:beams></b:beamlattice></mesh>')}</object></resources><build><item objectid="1"/></build></model>`
    const { report, document } = await opened(
      files('a.3mf', zipSync({ '3D/3dmodel.model': strToU8(text) })),
    )
    expect(report.losses).toEqual(['Beam lattices are drawn as lines.'])
    expect(
      document
        .getRoot()
        .listMeshes()
        .map((one) => one.listPrimitives()[0]!.getMode()),
    ).toEqual([4, 1])
  })
})

describe('importFiles with an OBJ', () => {
  it.each(['utf-16le', 'utf-16be'])('reads the encoding %s', async (encoding) => {
    const text = '\uFEFFv 0 0 0 # the first\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'
    const bytes = Buffer.from(text, 'utf16le')
    if (encoding === 'utf-16be') bytes.swap16()
    const { parts } = await opened(files('a.obj', new Uint8Array(bytes)))
    expect(sumTriangles({ parts })).toBe(1)
  })

  it.each([
    ['lines as the first Macs ended them', 'v 0 0 0\rv 1.5 0 0\rv 0 1.5 0\rf 1 2 3\r'],
    ['decimal commas', 'v 0,0 0,0 0,0\nv 1,5 0,0 0,0\nv 0,0 1,5 0,0\nf 1 2 3\n'],
  ])('reads an OBJ with %s', async (_, text) => {
    const { parts } = await opened(files('a.obj', text))
    expect(sumTriangles({ parts })).toBe(1)
    expect(measureExtent(parts).high.slice(0, 2)).toEqual([1.5, 1.5])
  })

  it('keeps objects separate, and reports missing files', async () => {
    const text = 'mtllib skin.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\no Lid\nf 1 2 3\no Box\nf 3 2 1\n'
    const { document, report } = await opened(files('a.obj', text))
    expect(report.missing).toEqual(['skin.mtl'])
    expect(
      document
        .getRoot()
        .listNodes()
        .map((node) => node.getName()),
    ).toEqual(['Lid', 'Box'])
    const { glb } = await importFiles([
      ...files('a.obj', text),
      ...files('skin.mtl', 'newmtl a\nmap_Kd gone.png\n'),
    ])
    expect(readGlbHeader(glb).triangles).toBe(2)
  })
})

describe('importFiles with an OBJ and its materials', () => {
  const obj =
    'mtllib my skin.mtl # as exported\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl Cloth #2\nf 1/1 2/2 3/3\n'
  const png = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

  it('reads materials from the named file, with pictures whose names contain spaces', async () => {
    const { materials, parts, report } = await opened([
      ...files('a.obj', obj),
      ...files('another.mtl', 'newmtl Cloth #2\nKd 0 0 1\n'),
      ...files(
        'my skin.mtl',
        'newmtl Cloth #2\nmap_Kd -s 2 3 -o 0.5 0 red cloth.png\nbump b.png\n',
      ),
      ...files('red cloth.png', new Uint8Array(await png)),
    ])
    expect(materials[0]!.picture).toBeDefined()
    expect(report.missing).toEqual([])
    expect(report.losses).toEqual(['Left out: 1 bump map.'])
    // The texture coordinates are scaled by two and three, and moved. v grows downwards.
    expect([...parts[0]!.uvs!]).toEqual([0.5, 1, 2.5, 1, 0.5, -2])
  })

  it('accepts comments after the names of materials', async () => {
    const { materials } = await opened([
      ...files('a.obj', obj),
      ...files('my skin.mtl', 'newmtl Cloth\nKd 0 0 1\n'),
    ])
    expect(materials[0]!.color).toEqual([0, 0, 1, 1])
  })

  it('keeps materials visible if a program writes opacity as transparency', async () => {
    for (const [line, opacity] of [
      ['Tr 1', 1],
      ['d 0', 1],
      ['Tr 0.25', 0.75],
    ] as const) {
      const mtl = files('my skin.mtl', `newmtl Cloth #2\n${line}\n`)
      const { materials } = await opened([...files('a.obj', obj), ...mtl])
      expect(materials[0]!.color[3]).toBe(opacity)
    }
  })

  it('does not change vertex colours if the material is missing', async () => {
    const { materials, parts } = await opened(
      files('a.obj', 'v 0 0 0 1 0 0\nv 1 0 0 nan nan nan\nv 0 1 0 1 0 0\nf 1 2 3\n'),
    )
    expect(materials[0]!.color).toEqual([1, 1, 1, 1])
    expect(parts[0]!.colors!.slice(0, 6)).toEqual(new Float32Array([1, 0, 0, 1, 1, 1]))
  })
})

const stl = (color: number) => {
  const view = new DataView(new ArrayBuffer(84 + 50))
  new Uint8Array(view.buffer).set(strToU8('COLOR=\x7f\x7f\x7f\x7f'))
  view.setUint32(80, 1, true)
  ;[0, 0, 1, 0, 0, 0, 100, 0, 0, 0, 100, 0].forEach((value, at) =>
    view.setFloat32(84 + at * 4, value, true),
  )
  view.setUint16(84 + 48, color, true)
  return new Uint8Array(view.buffer)
}

describe('importFiles with colours', () => {
  it('reads colours of two bytes from a PLY', async () => {
    const header = `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty ushort red\nproperty ushort green\nproperty ushort blue\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n`
    const rows = '0 0 0 65535 0 0\n1 0 0 65535 0 0\n0 1 0 65535 0 0\n3 0 1 2\n'
    const { parts } = await opened(files('a.ply', header + rows))
    expect(parts[0]!.colors!.slice(0, 3)).toEqual(new Float32Array([1, 0, 0]))
  })

  it('keeps face colours if a PLY has texture coordinates but no picture', async () => {
    const { parts } = await opened(
      files(
        'a.ply',
        ply(
          'element face 1\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nproperty uchar red\nproperty uchar green\nproperty uchar blue',
          ['3 0 1 2 6 0 0 1 0 1 1 255 0 0'],
        ),
      ),
    )
    expect(parts[0]!.colors!.slice(0, 3)).toEqual(new Float32Array([1, 0, 0]))
  })

  it('reads face colours of an STL only if the file contains valid colours', async () => {
    expect((await opened(files('a.stl', stl(0)))).parts[0]!.colors).toBeUndefined()
    const { parts } = await opened(files('a.stl', stl(31)))
    expect(parts[0]!.colors!.slice(0, 3)).toEqual(new Float32Array([1, 0, 0]))
  })
})

it('readStl reads a text STL with comments', async () => {
  const text =
    '# first\nsolid Thing # its name\n# more\nfacet normal 0 0 1\nouter loop # three\nvertex 0 0 0 # one\nvertex 9 0 0\nvertex 0 9 0\nendloop\nendfacet\nendsolid Thing\n'
  expect(sumTriangles(await opened(files('a.stl', text)))).toBe(1)
})
