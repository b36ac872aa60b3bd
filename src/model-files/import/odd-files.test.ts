import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openCase } from './cases.fixture.ts'
import { boxFbx } from './fbx/fbx.fixture.ts'

const text = (name: string, content: string, encoding?: 'utf16le') => ({
  name,
  bytes: new Uint8Array(encoding ? Buffer.from(`\uFEFF${content}`, encoding) : strToU8(content)),
})

const square = 'v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\n'

async function open(file: { name: string; bytes: Uint8Array<ArrayBuffer> }) {
  const { triangles, area, parts } = await openCase(file)
  return { triangles, area: Number(area.toFixed(3)), parts }
}

describe('importing odd OBJ files', () => {
  it.each([
    ['negative indices', `${square}f -4 -3 -2 -1\n`],
    [
      'negative indices of three kinds',
      `${square}vt 0 0\nvn 0 0 1\nf -4/-1/-1 -3/-1/-1 -2/-1/-1 -1/-1/-1`,
    ],
    ['lines that continue', `${square}f 1 2 \\\n3 \\\r\n4\n`],
    ['lines that continue in a vertex', `v 0 0 \\\n0\n${square.slice(8)}f 1 2 3 4`],
    ['CR line ends', `${square}f 1 2 3 4\n`.replaceAll('\n', '\r')],
    ['tabs and spaces', `${square}f\t1  2\t3   4  \n`.replaceAll('v ', '  v\t')],
    ['a trailing comment', `${square}f 1 2 3 4 # all of it\n`],
    ['the keyword fo', `${square}fo 1 2 3 4\n`],
    ['a weight after the coordinates', `${square.replaceAll('\n', ' 1.0\n')}f 1 2 3 4`],
    ['empty texture coordinates', `${square}vn 0 0 1\nf 1//1 2//1 3//1 4//1`],
    ['a slash without a number', `${square}f 1/ 2/ 3/ 4/`],
    ['two slashes without a number', `${square}f 1// 2// 3// 4//`],
    ['indices beyond the points in one face', `${square}f 1 2 3 4\nf 1 2 99\n`],
    ['a repeated corner', `${square}f 1 2 2 3 4\n`],
    ['faces before their points', `f 1 2 3 4\n${square}`],
    ['no line end', `${square}f 1 2 3 4`],
    ['a NUL byte at the end', `${square}f 1 2 3 4\n\0\0`],
    ['exponents and plus signs', `${square.replaceAll('2', '+2.0E+00')}f 1 2 3 4`],
    ['capital keywords', `${square}F 1 2 3 4\n`.replaceAll('v', 'V')],
    ['an infinite point that no face uses', `v nan nan nan\n${square}f 2 3 4 5`],
  ])('reads %s', async (_, content) => {
    expect(await open(text('a.obj', content))).toMatchObject({ triangles: 2, area: 4 })
  })

  it('reads UTF-16', async () => {
    const file = text('a.obj', `${square}f 1 2 3 4`, 'utf16le')
    expect(await open(file)).toMatchObject({ triangles: 2, area: 4 })
  })
})

const header = (rows: string, format = 'ascii 1.0') =>
  `ply\nformat ${format}\n${rows}\nend_header\n`
const points = '0 0 0\n2 0 0\n2 2 0\n0 2 0\n'
const xyz = 'element vertex 4\nproperty float x\nproperty float y\nproperty float z'
const quad = `${xyz}\nelement face 1\nproperty list uchar int vertex_indices`

describe('importing odd PLY files', () => {
  it.each([
    [
      'lists with counts and indices as doubles',
      header(quad.replace('uchar int', 'double double')),
      '4.0 0.0 1.0 2.0 3.0',
    ],
    ['vertex_index', header(quad.replace('vertex_indices', 'vertex_index')), '4 0 1 2 3'],
    [
      'a list of numbers before the points of a face',
      header(
        quad.replace(
          'property list uchar int',
          'property list uchar float texcoord\nproperty list uchar int',
        ),
      ),
      '2 0.5 0.5 4 0 1 2 3',
    ],
    [
      'a list behind the points of a face',
      header(`${quad}\nproperty list uchar float texcoord`),
      '4 0 1 2 3 2 0.5 0.5',
    ],
    [
      'an unknown element between',
      header(quad.replace('element face', 'element label 2\nproperty int id\nelement face')),
      '7\n8\n4 0 1 2 3',
    ],
    [
      'an unknown element with a list',
      header(
        quad.replace('element face', 'element label 1\nproperty list uchar int ids\nelement face'),
      ),
      '3 7 8 9\n4 0 1 2 3',
    ],
    [
      'comments and obj_info in any place',
      header(`comment a\nobj_info b\n${quad}\ncomment end_header soon`),
      '4 0 1 2 3',
    ],
    [
      'sized types',
      header(quad.replaceAll('float', 'float32').replace('uchar int', 'uint8 int32')),
      '4 0 1 2 3',
    ],
    ['rows in one line', header(quad), '4 0 1 2 3'.replaceAll('\n', ' ')],
    ['empty lines between rows', header(quad), '\n\n4 0 1 2 3\n\n'],
    ['spaces at the end of header lines', header(quad).replaceAll('\n', '  \n'), '4 0 1 2 3'],
  ])('reads %s', async (_, head, faces) => {
    expect(await open(text('a.ply', head + points + faces))).toMatchObject({
      triangles: 2,
      area: 4,
    })
  })

  it('reads faces in the file before their points', async () => {
    const [vertices = '', face = ''] = quad.split('\nelement face')
    const file = header(`element face${face}\n${vertices}`) + `4 0 1 2 3\n${points}`
    expect(await open(text('a.ply', file))).toMatchObject({ triangles: 2, area: 4 })
  })

  it.each(['binary_little_endian 1.0', 'binary_big_endian 1.0'])(
    'reads doubles as %s',
    async (format) => {
      const isLittle = format.includes('little')
      const body = new DataView(new ArrayBuffer(4 * 24 + 8 + 4 * 8))
      points
        .trim()
        .split(/\s+/)
        .map(Number)
        .forEach((value, at) => body.setFloat64(at * 8, value, isLittle))
      body.setFloat64(96, 4, isLittle)
      ;[0, 1, 2, 3].forEach((value, at) => body.setFloat64(104 + at * 8, value, isLittle))
      const head = strToU8(
        header(quad.replaceAll('float', 'double').replace('uchar int', 'double double'), format),
      )
      const bytes = new Uint8Array([...head, ...new Uint8Array(body.buffer)])
      expect(await open({ name: 'a.ply', bytes })).toMatchObject({ triangles: 2, area: 4 })
    },
  )
})

const facet = (...corners: string[]) =>
  `facet normal 0 0 1\nouter loop\n${corners.map((corner) => `vertex ${corner}\n`).join('')}endloop\nendfacet\n`
const stl = `solid a\n${facet('0 0 0', '2 0 0', '2 2 0')}${facet('0 0 0', '2 2 0', '0 2 0')}endsolid a\n`

describe('importing odd STL files', () => {
  it.each([
    ['decimal commas', stl.replaceAll(/(\d)(?= |\n)/g, '$1,0')],
    [
      'commas between coordinates',
      stl.replaceAll(/vertex (\S+) (\S+) (\S+)/g, 'vertex $1, $2, $3'),
    ],
    ['capitals', stl.toUpperCase()],
    ['one line', stl.replaceAll('\n', ' ')],
    ['no endsolid', stl.replace('endsolid a\n', '')],
    ['several solids', stl.replace('endfacet\nfacet', 'endfacet\nendsolid a\nsolid b\nfacet')],
    ['a name with keywords', stl.replaceAll('solid a', 'solid facet vertex loop')],
    ['spaces before solid', `\n  ${stl}`],
    ['a byte order mark', `\uFEFF${stl}`],
    ['missing normals', stl.replaceAll('facet normal 0 0 1', 'facet')],
    ['normals that are no numbers', stl.replaceAll('0 0 1', 'nan nan nan')],
    ['CR line ends', stl.replaceAll('\n', '\r')],
    ['faces of four corners', `solid a\n${facet('0 0 0', '2 0 0', '2 2 0', '0 2 0')}endsolid a`],
  ])('reads %s', async (_, content) => {
    expect(await open(text('a.stl', content))).toMatchObject({ triangles: 2, area: 4 })
  })

  it('reads a binary file that starts with solid', async () => {
    const bytes = new Uint8Array(84 + 50 + 3)
    bytes.set(strToU8('solid from a program'))
    const view = new DataView(bytes.buffer)
    view.setUint32(80, 1, true)
    ;[0, 0, 0, 2, 0, 0, 2, 2, 0].forEach((value, at) => view.setFloat32(96 + at * 4, value, true))
    expect(await open({ name: 'a.stl', bytes })).toMatchObject({ triangles: 1, area: 2 })
  })
})

const mesh =
  '<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="2000" y="0" z="0"/><vertex x="0" y="2000" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>'
const model = (resources: string, build: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>${resources}</resources><build>${build}</build></model>`
const plain = model(`<object id="1" type="model">${mesh}</object>`, '<item objectid="1"/>')
const rels =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'

const pack = (files: Readonly<Record<string, string>>) => ({
  name: 'a.3mf',
  bytes: new Uint8Array(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)])),
    ),
  ),
})

describe('importing odd 3MF files', () => {
  it.each([
    ['no relationships', { '3D/3dmodel.model': plain }],
    ['relative targets', { '_rels/.rels': rels.replace('/3D', '3D'), '3D/3dmodel.model': plain }],
    ['a target in another case', { '_rels/.rels': rels, '3d/3DModel.model': plain }],
    ['backslashes in the archive', { '_rels\\.rels': rels, '3D\\3dmodel.model': plain }],
    [
      'a thumbnail relationship first',
      {
        '_rels/.rels': rels.replace(
          '<Relationship ',
          '<Relationship Target="/a.png" Id="t" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"/><Relationship ',
        ),
        '3D/3dmodel.model': plain,
      },
    ],
    [
      'a namespace prefix',
      {
        '_rels/.rels': rels,
        '3D/3dmodel.model': plain
          .replaceAll(/<(\/?)(?=[a-z])/g, '<$1c:')
          .replace('xmlns=', 'xmlns:c='),
      },
    ],
    [
      'single quotes',
      { '_rels/.rels': rels.replaceAll('"', "'"), '3D/3dmodel.model': plain.replaceAll('"', "'") },
    ],
    ['a byte order mark', { '_rels/.rels': `\uFEFF${rels}`, '3D/3dmodel.model': `\uFEFF${plain}` }],
    [
      'an unknown extension',
      {
        '_rels/.rels': rels,
        '3D/3dmodel.model': plain.replace(
          '<mesh>',
          '<q:extra xmlns:q="q"><q:mesh/></q:extra><mesh>',
        ),
      },
    ],
    [
      'no build items',
      { '_rels/.rels': rels, '3D/3dmodel.model': plain.replace('<item objectid="1"/>', '') },
    ],
  ])('reads %s', async (_, files) => {
    expect(await open(pack(files))).toMatchObject({ triangles: 1, area: 2 })
  })

  it('reads components in other parts', async () => {
    const main = model(
      '<object id="2"><components><component objectid="1" p:path="/3D/Objects/a.model" transform="2 0 0 0 1 0 0 0 1 0 0 0"/></components></object>',
      '<item objectid="2"/>',
    ).replace(
      '<model ',
      '<model xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" ',
    )
    const files = { '_rels/.rels': rels, '3D/3dmodel.model': main, '3D/Objects/a.model': plain }
    expect(await open(pack(files))).toMatchObject({ triangles: 1, area: 4 })
  })
})

describe('importing odd FBX files', () => {
  const box = { triangles: 12, area: 22 }
  it.each([
    ['version 7.7', boxFbx().replace('7400', '7700').replace('7.4.0', '7.7.0')],
    ['braces in names', boxFbx().replaceAll('Box', 'B{o}x')],
    ['quotes as entities in names', boxFbx().replaceAll('Box', 'B&quot;x')],
    ['CRLF line ends', boxFbx().replaceAll('\n', '\r\n')],
    ['no spaces in front', boxFbx().replaceAll('\t', '')],
    ['comments in between', boxFbx().replace('Objects:', '; Objects: {\n;{\nObjects:')],
    [
      'arrays over several lines',
      boxFbx().replaceAll(/a: ([^\n]+)/g, (line) => line.replaceAll(',', ',\n')),
    ],
    ['exponents', boxFbx().replaceAll('50,', '5.0e+01,')],
  ])('reads text with %s', async (_, content) => {
    expect(await open(text('a.fbx', content))).toMatchObject(box)
  })

  it.each(['ByPolygonVertex', 'ByPolygon', 'AllSame', 'ByVertice'])(
    'reads colours %s',
    async (mapping) => {
      const layer = `LayerElementColor: 0 {
			MappingInformationType: "${mapping}"
			ReferenceInformationType: "IndexToDirect"
			Colors: *4 {
				a: 1,0,0,1
			}
			ColorIndex: *36 {
				a: ${Array.from({ length: 36 }, () => 0).join(',')}
			}
		}
		Layer: 0 {
			LayerElement:  {
				Type: "LayerElementColor"
				TypedIndex: 0
			}
		}
		GeometryVersion`
      const opened = await open(text('a.fbx', boxFbx().replace('GeometryVersion', layer)))
      expect(opened).toMatchObject(box)
      expect(Array.from(opened.parts[0]?.colors?.slice(0, 3) ?? [])).toEqual([1, 0, 0])
    },
  )
})
