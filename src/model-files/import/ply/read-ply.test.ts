import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openCase, readCase } from '../cases.fixture.ts'

const points = ['0 0 0', '2 0 0', '2 1 0', '1 1 0', '1 2 0', '0 2 0']
const header = (more = '') => `ply
format ascii 1.0
element vertex 6
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
${more}end_header
`
const file = (rows: readonly string[], more = '') => `${header(more)}${rows.join('\n')}\n`
const letterL = file([...points, '6 1 2 3 4 5 0'])
const open = (content: string | Uint8Array<ArrayBuffer>) =>
  openCase({ name: 'a.ply', bytes: typeof content === 'string' ? strToU8(content) : content })

function binary(lineEnd: string, isLittle = true): Uint8Array<ArrayBuffer> {
  const kind = isLittle ? 'binary_little_endian' : 'binary_big_endian'
  const head = strToU8(header().replace('ascii', kind).replaceAll('\n', lineEnd))
  const body = new DataView(new ArrayBuffer(6 * 12 + 1 + 6 * 4))
  points
    .join(' ')
    .split(' ')
    .forEach((value, at) => body.setFloat32(at * 4, Number(value), isLittle))
  body.setUint8(72, 6)
  ;[1, 2, 3, 4, 5, 0].forEach((point, at) => body.setInt32(73 + at * 4, point, isLittle))
  return new Uint8Array([...head, ...new Uint8Array(body.buffer)])
}

describe('readPly', () => {
  it.each([
    ['LF', letterL],
    ['CR', letterL.replaceAll('\n', '\r')],
    ['CRLF', letterL.replaceAll('\n', '\r\n')],
    ['mixed', letterL.replace('ply\n', 'ply\r\n').replace('x\n', 'x\r')],
    [
      'CRLF in a header before other lines',
      letterL.replace(header(), header().replaceAll('\n', '\r\n')),
    ],
  ])('reads a concave polygon from text with line ends of %s', async (_, text) => {
    const { area, losses } = await open(text)
    expect([area, losses]).toEqual([expect.closeTo(3), []])
  })

  it.each(['\n', '\r', '\r\n'])(
    'reads binary files after a header with line end %j',
    async (end) => {
      expect((await open(binary(end))).area).toBeCloseTo(3)
      expect((await open(binary(end, false))).area).toBeCloseTo(3)
    },
  )

  it('reads a file from Rhino with CR line ends', async () => {
    const { triangles, parts } = await openCase(readCase('Box_rhino_cr.ply'))
    expect(triangles).toBe(12)
    expect(parts[0]!.colors).toBeDefined()
  })

  it('ignores additional values in a row', async () => {
    const rows = points.map((point) => `${point} 7 8`)
    expect((await open(file([...rows, '6 1 2 3 4 5 0 255 0']))).area).toBeCloseTo(3)
  })

  it('reads rows that continue on the next line', async () => {
    const rows = points.map((point) => point.replace(' ', '\n'))
    expect((await open(file([...rows, '6 1 2 3', '4 5 0']))).area).toBeCloseTo(3)
  })

  it('reports the number of faces that are missing in a truncated file', async () => {
    const text = file([...points, '6 1 2 3 4 5 0']).replace('face 1', 'face 4')
    const { triangles, losses } = await open(text)
    expect([triangles, losses]).toEqual([
      4,
      ['This file ends too early: 3 of 4 faces are missing.'],
    ])
    const cut = await open(binary('\n').slice(0, -5)).catch((error: Error) => error.message)
    expect(cut).toMatch(/empty/)
  })

  it('reports faces that refer to missing points', async () => {
    const text = file([...points, '6 1 2 3 4 5 0', '3 0 1 99']).replace('face 1', 'face 2')
    expect((await open(text)).losses).toEqual(['Left out: 1 face without valid corners.'])
  })

  it('reads edges as lines', async () => {
    const text = `ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\nelement edge 2\nproperty int vertex1\nproperty int vertex2\nend_header\n${points.join('\n')}\n0 1\n2 3\n`
    const { document } = await open(text)
    expect(document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getMode()).toBe(1)
  })

  it('gives each face the picture with the face’s texture number', async () => {
    const text = `ply\nformat ascii 1.0\ncomment TextureFile a.png\ncomment TextureFile b.png\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nproperty int texnumber\nend_header\n${points.join('\n')}\n3 0 1 2 6 0 0 1 0 1 1 0\n3 0 2 3 6 0 0 1 0 1 1 1\n`
    const png = {
      bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, ...Array.from({ length: 40 }, () => 0)]),
    }
    const { materials, missing } = await openCase(
      { name: 'a.ply', bytes: strToU8(text) },
      { name: 'b.png', ...png },
    )
    expect(materials.map(({ picture }) => picture?.name)).toEqual([undefined, 'b.png'])
    expect(missing).toEqual(['a.png'])
  })

  it('rejects a list that declares more entries than the file contains', async () => {
    const bytes = binary('\n')
    new DataView(bytes.buffer).setUint8(bytes.length - 25, 255)
    await expect(open(bytes)).rejects.toThrow(/empty|damaged/)
  })
})
