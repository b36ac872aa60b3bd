import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openCase } from '../cases.fixture.ts'

const facet = (points: string) =>
  ` facet normal 0 0 0\n  outer loop\n${points
    .split(';')
    .map((point) => `   vertex ${point}\n`)
    .join('')}  endloop\n endfacet\n`
const one = facet('0 0 0;20 0 0;0 20 0')
const text = `solid x\n${one}${facet('0 0 20;20 0 20;0 20 20')}endsolid x\n`
const open = (content: string | Uint8Array<ArrayBuffer>) =>
  openCase({ name: 'a.stl', bytes: typeof content === 'string' ? strToU8(content) : content })

describe('readStl with text', () => {
  it.each([
    ['keywords in upper case', text.toUpperCase()],
    ['an end in two words', text.replaceAll('end', 'end ')],
    ['no end', text.replace('endsolid x\n', '')],
    ['a byte order mark', `\uFEFF${text}`],
    ['CR line ends', text.replaceAll('\n', '\r')],
    ['CRLF line ends', text.replaceAll('\n', '\r\n')],
    ['a solid without a name', text.replaceAll(' x\n', '\n')],
    ['all in one line', text.replaceAll('\n', ' ')],
    ['tabs', text.replaceAll(' ', '\t')],
    ['decimal commas', text.replaceAll(/\b(\d+)\b/g, '$1,0')],
    ['commas between numbers', text.replaceAll(/(vertex \d+) (\d+)/g, '$1, $2,')],
    ['exponents', text.replaceAll('20', '+2.0E+01')],
    ['a name with keywords', text.replace('solid x', 'solid a vertex of facets')],
  ])('reads %s', async (_, content) => {
    const { triangles, area, losses } = await open(content)
    expect([triangles, area, losses]).toEqual([2, 400, []])
  })

  it('returns each solid as a part', async () => {
    const { document, triangles } = await open(
      `solid a\n${one}endsolid a\nsolid b\n${one}endsolid b\n`,
    )
    expect(triangles).toBe(2)
    expect(
      document
        .getRoot()
        .listMeshes()
        .map((mesh) => mesh.getName()),
    ).toEqual(['a', 'b'])
  })

  it('splits a facet with four corners into two triangles', async () => {
    const { area } = await open(`solid a\n${facet('0 0 0;20 0 0;20 20 0;0 20 0')}endsolid a`)
    expect(area).toBe(400)
  })

  it('reports facets without valid corners', async () => {
    const { triangles, losses } = await open(text.replace('vertex 0 0 20', 'vertex 0 0 no'))
    expect([triangles, losses]).toEqual([1, ['Left out: 1 facet without valid corners.']])
  })
})

type Making = { attributes?: readonly number[]; header?: string; stated?: number; extra?: number }

function binary({ attributes = [0, 0], header = '', stated, extra = 0 }: Making) {
  const view = new DataView(new ArrayBuffer(84 + attributes.length * 50 + extra))
  new Uint8Array(view.buffer).set(strToU8(header, true))
  view.setUint32(80, stated ?? attributes.length, true)
  attributes.forEach((attribute, at) => {
    const corners = [0, 0, 1, 0, 0, at, 20, 0, at, 0, 20, at]
    corners.forEach((value, place) => view.setFloat32(84 + at * 50 + place * 4, value, true))
    view.setUint16(84 + at * 50 + 48, attribute, true)
  })
  return new Uint8Array(view.buffer)
}

describe('readStl with binary files', () => {
  it.each([
    ['a header that begins with “solid”', { header: 'solid facet normal' }],
    ['bytes after the last triangle', { extra: 137 }],
    ['a count of 0', { stated: 0 }],
  ])('reads %s', async (_, making: Making) => {
    expect((await open(binary(making))).triangles).toBe(2)
  })

  it('reports the number of triangles that are missing in a truncated file', async () => {
    const { triangles, losses } = await open(binary({ stated: 5 }))
    expect(triangles).toBe(2)
    expect(losses).toEqual(['This file ends too early: 3 of 5 triangles are missing.'])
  })

  it('reads colours from VisCAM and SolidView, whose first channel is blue', async () => {
    const { parts } = await open(binary({ attributes: [0x8000 | (31 << 10), 0x8000 | 31] }))
    expect(Array.from(parts[0]!.colors!.slice(0, 3))).toEqual([1, 0, 0])
    expect(Array.from(parts[0]!.colors!.slice(9, 12))).toEqual([0, 0, 1])
  })

  it('uses the colour in the header for triangles that Magics marks in this way', async () => {
    const header = 'COLOR=\u00FF\u0000\u0000\u00FF'
    const { parts } = await open(binary({ header, attributes: [0x8000, 31 << 5] }))
    expect(Array.from(parts[0]!.colors!.slice(0, 3))).toEqual([1, 0, 0])
    expect(Array.from(parts[0]!.colors!.slice(9, 12))).toEqual([0, 1, 0])
  })

  it('ignores attributes that are not colours', async () => {
    const { parts } = await open(binary({ attributes: [0x8001, 7] }))
    expect(parts[0]!.colors).toBeUndefined()
  })
})
