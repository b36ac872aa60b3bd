import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { writePng } from '../pictures/png.ts'
import { openCase } from '../cases.fixture.ts'

const points = `v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
`
const faces = `f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
`
const textured = faces.replaceAll(/(\d) (\d) (\d) (\d)/g, '$1/1 $2/2 $3/3 $4/4')
const places = 'vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n'
const text = (name: string, content: string) => ({ name, bytes: strToU8(content) })
const png = writePng({ width: 1, height: 1, pixels: Uint8Array.of(255, 0, 0, 255) })

describe('readObj', () => {
  it('keeps the faces of an object that also has a line or a point', async () => {
    const { area, document } = await openCase(
      text('a.obj', `o Cube\n${points}${faces}l 1 7\np 3\n`),
    )
    expect(area).toBe(6)
    const modes = document
      .getRoot()
      .listMeshes()
      .flatMap((mesh) => mesh.listPrimitives())
    expect(modes.map((primitive) => primitive.getMode()).toSorted((a, b) => a - b)).toEqual([
      0, 1, 4,
    ])
  })

  it('triangulates a concave polygon without filling its notch', async () => {
    const letterL = 'v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 2 3 4 5 6 1\n'
    expect((await openCase(text('a.obj', letterL))).area).toBeCloseTo(3)
  })

  it('reads blocks of colours from ZBrush', async () => {
    const block = '#MRGB ffff0000ffff0000ffff0000ffff0000\n#MRGB ff0000ffff0000ffff0000ffff0000ff\n'
    const { parts } = await openCase(text('a.obj', `${points}${block}${faces}`))
    expect(Array.from(parts[0]!.colors!.slice(0, 3))).toEqual([1, 0, 0])
    expect(Array.from(parts[0]!.colors!.slice(-3))).toEqual([0, 0, 1])
  })

  it.each([
    ['colours up to 255', points.replaceAll(/^(v.*)$/gm, '$1 255 0 0')],
    ['colours after a weight', points.replaceAll(/^(v.*)$/gm, '$1 1.0 1 0 0')],
  ])('reads %s', async (_, colored) => {
    const { parts } = await openCase(text('a.obj', colored + faces))
    expect(Array.from(parts[0]!.colors!.slice(0, 3))).toEqual([1, 0, 0])
  })

  it.each([
    ['continued lines', `${points}${faces.replaceAll('f 1 4 3 2', 'f 1 4 \\\n3 2')}`],
    ['CR line ends', `${points}${faces}`.replaceAll('\n', '\r')],
    ['tabs and spaces', `${points}${faces}`.replaceAll(' ', ' \t ')],
    ['keywords in upper case', `${points}${faces}`.toUpperCase()],
    [
      'relative indices',
      `${points}${faces.replaceAll(/\d/g, (digit) => String(Number(digit) - 9))}`,
    ],
    ['trailing comments', `${points}${faces}`.replaceAll('\n', ' # note\n')],
    ['empty references', `${points}${faces.replaceAll(/(\d)/g, '$1//')}`],
  ])('reads %s', async (_, content) => {
    expect((await openCase(text('a.obj', content))).area).toBe(6)
  })

  it('reports faces that refer to missing points, and curved surfaces', async () => {
    const { losses } = await openCase(text('a.obj', `${points}${faces}f 1 2 99\ncurv 0 1 1 2 3\n`))
    expect(losses).toEqual([
      'Left out: 1 face without valid corners.',
      'Left out: 1 curved surface. Convert them to polygons.',
    ])
  })
})

const openWith = (mtl: string, obj = 'usemtl m\n') =>
  openCase(
    text('a.obj', `mtllib a.mtl\n${points}${places}${obj}${textured}`),
    text('a.mtl', mtl),
    { name: 't.png', bytes: png },
    { name: 'my t.png', bytes: png },
  )

describe('readMtl', () => {
  it.each([
    ['keywords in lower case', 'newmtl m\nkd 1 0 0\nmap_kd t.png\n'],
    ['a trailing comment', 'newmtl m\nmap_Kd t.png # base\n'],
    ['CR line ends', 'newmtl m\rKd 1 0 0\rmap_Kd t.png\r'],
    ['quotes', 'newmtl m\nmap_Kd "my t.png"\n'],
    ['a name with spaces', 'newmtl m\nmap_Kd my t.png\n'],
    ['options with arguments', 'newmtl m\nmap_Kd -blendu on -o 0 0 0 -mm 0 1 -clamp off t.png\n'],
    ['a path of Windows', 'newmtl m\nmap_Kd C:\\work\\T.PNG\n'],
    ['only an ambient picture', 'newmtl m\nKd 1 1 1\nmap_Ka t.png\n'],
    ['indents', '\tnewmtl m\n\t\tmap_Kd t.png\n'],
  ])('finds the picture with %s', async (_, mtl) => {
    const { materials, missing } = await openWith(mtl)
    expect(materials[0]!.picture?.bytes).toEqual(png)
    expect(missing).toEqual([])
  })

  it.each([
    ['a comment after the name', 'newmtl m # red\nKd 1 0 0\n', 'usemtl m\n'],
    ['another case', 'newmtl M\nKd 1 0 0\n', 'usemtl m\n'],
    ['quotes', 'newmtl "m"\nKd 1 0 0\n', 'usemtl m\n'],
    ['decimal commas', 'newmtl m\nKd 1,0 0,0 0,0\n', 'usemtl m\n'],
  ])('finds the material in spite of %s', async (_, mtl, use) => {
    expect((await openWith(mtl, use)).materials[0]!.color).toEqual([1, 0, 0, 1])
  })

  it('prefers the diffuse picture over the ambient picture, even if the diffuse picture is missing', async () => {
    const { materials, missing } = await openWith('newmtl m\nmap_Ka t.png\nmap_Kd gone.png\n')
    expect(materials[0]!.picture).toBeUndefined()
    expect(missing).toEqual(['gone.png'])
  })

  it('reads a bump map as normal map if the file name contains “normal” or similar', async () => {
    const { materials, losses } = await openCase(
      text('a.obj', `mtllib a.mtl\n${points}${places}usemtl m\n${textured}`),
      text('a.mtl', 'newmtl m\nmap_Bump -bm 1 a_normal.png\n'),
      { name: 'a_normal.png', bytes: png },
    )
    expect(materials[0]!.normalPicture).toBeDefined()
    expect(losses).toEqual([])
  })

  it('counts the properties that are left out', async () => {
    const { losses } = await openWith(
      'newmtl m\nmap_d t.png\nnewmtl n\nmap_D t.png\nrefl t.png\nnewmtl o\nmap_Kd t.png\nmap_d t.png\n',
    )
    expect(losses).toEqual(['Left out: 1 reflection map.', 'Left out: 2 opacity maps.'])
  })
})
