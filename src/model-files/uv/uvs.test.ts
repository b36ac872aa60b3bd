import { type Document, Document as GltfDocument, WebIO } from '@gltf-transform/core'
import { describe, expect, it } from 'vitest'
import { readGlbDocument } from '../mesh/read-glb-parts.ts'
import { measureUvs } from './measure-uvs.ts'
import type { UvFacts } from './uv-facts.ts'
import { unwrapGlb } from './unwrap-glb.ts'

type Square = { uvs?: readonly number[]; z?: number; uses?: number }

/** Texture coordinates of a square that fills the layout. v grows downwards. */
const whole = [0, 1, 1, 1, 1, 0, 0, 0]
const scaleUvs = (factor: number, move = 0) => whole.map((value) => value * factor + move)

/** Creates a document with squares of 1 m that face the viewer, each with a name. */
function makeSquares(squares: readonly Square[]): Document {
  const document = new GltfDocument()
  const buffer = document.createBuffer()
  const scene = document.createScene()
  squares.forEach(({ uvs, z = 0, uses = 1 }, at) => {
    const list = (type: 'VEC2' | 'VEC3', values: readonly number[]) =>
      document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(buffer)
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', list('VEC3', [0, 0, z, 1, 0, z, 1, 1, z, 0, 1, z]))
      .setIndices(
        document
          .createAccessor()
          .setType('SCALAR')
          .setArray(new Uint16Array([0, 1, 2, 0, 2, 3]))
          .setBuffer(buffer),
      )
    if (uvs) primitive.setAttribute('TEXCOORD_0', list('VEC2', uvs))
    const mesh = document.createMesh().addPrimitive(primitive)
    for (let use = 0; use < uses; use++) {
      scene.addChild(document.createNode(`square ${at}`).setMesh(mesh))
    }
  })
  return document
}

const measure = (...squares: Square[]) => {
  const { groups, missing } = measureUvs(makeSquares(squares))
  return { layout: groups[0] && pickFacts(groups[0]), missing }
}

const pickFacts = ({ triangles, islands, used, overlap, outside, flipped }: UvFacts) => ({
  triangles,
  islands,
  used,
  overlap,
  outside,
  flipped,
})

describe('measureUvs', () => {
  it('finds one island without faults in a square that fills the layout', () => {
    const { layout, missing } = measure({ uvs: whole })
    expect(layout).toMatchObject({ triangles: 2, islands: 1, used: 1, overlap: 0 })
    expect(layout).toMatchObject({ outside: 0, flipped: 0 })
    expect(missing).toBe(0)
  })

  it('measures the share of the used area that two squares share', () => {
    const { layout } = measure({ uvs: scaleUvs(0.5) }, { uvs: scaleUvs(0.5, 0.25), z: 1 })
    expect(layout?.islands).toBe(2)
    expect(layout?.used).toBeCloseTo(0.4375, 3)
    expect(layout?.overlap).toBeCloseTo(1 / 7, 3)
  })

  it('counts a repeated texture as overlap, and its triangles as outside', () => {
    const { layout } = measure({ uvs: whole }, { uvs: scaleUvs(1, 1), z: 1 })
    expect(layout).toMatchObject({ used: 1, overlap: 1, outside: 2 })
  })

  it('counts mirrored triangles', () => {
    const mirrored = [1, 1, 0, 1, 0, 0, 1, 0]
    expect(measure({ uvs: mirrored }).layout).toMatchObject({ flipped: 2, overlap: 0, used: 1 })
  })

  it('counts the triangles of a mesh once if two nodes use the mesh', () => {
    expect(measure({ uvs: whole, uses: 2 }).layout).toMatchObject({ triangles: 2, overlap: 0 })
  })

  it('returns only the data of the chosen layout', () => {
    const document = makeSquares([{ uvs: whole }, { uvs: scaleUvs(0.5), z: 1 }])
    for (const mesh of document.getRoot().listMeshes()) {
      mesh.listPrimitives()[0]!.setMaterial(document.createMaterial())
    }
    const { groups, layout } = measureUvs(document, 1)
    expect(groups.map(({ used }) => used)).toEqual([1, 0.25])
    expect(groups.flatMap((group) => Object.keys(group))).not.toContain('uses')
    expect(Math.max(...layout!.corners)).toBe(0.5)
    expect(measureUvs(document, 2).layout).toBeUndefined()
  })

  it('counts triangles without texture coordinates', () => {
    const { layout, missing } = measure({})
    expect(layout).toBeUndefined()
    expect(missing).toBe(2)
  })
})

const unwrap = async (squares: readonly Square[], replaces = false) => {
  const glb = await new WebIO().writeBinary(makeSquares(squares))
  const { glb: made } = await unwrapGlb(new Uint8Array(glb), replaces)
  return readGlbDocument(made)
}

describe('unwrapGlb', () => {
  it('places all surfaces inside the layout without overlap, and keeps names', async () => {
    const document = await unwrap([{}, { z: 1 }, { z: 2, uses: 2 }])
    const { groups, missing } = measureUvs(document)
    expect(missing).toBe(0)
    expect(
      groups.map(({ triangles, overlap, outside, flipped }) => [
        triangles,
        overlap,
        outside,
        flipped,
      ]),
    ).toEqual([[6, 0, 0, 0]])
    expect(groups[0]?.used).toBeGreaterThan(0.3)
    const names = document
      .getRoot()
      .listNodes()
      .map((node) => node.getName())
    expect(names).toEqual(['square 0', 'square 1', 'square 2', 'square 2'])
  })

  it('keeps existing texture coordinates unless `replaces` is true', async () => {
    const squares = [{ uvs: scaleUvs(0.25) }, { z: 1 }]
    const [first] = (await unwrap(squares)).getRoot().listMeshes()
    expect([...(first?.listPrimitives()[0]?.getAttribute('TEXCOORD_0')?.getArray() ?? [])]).toEqual(
      scaleUvs(0.25),
    )
    expect(measureUvs(await unwrap(squares, true)).groups[0]?.overlap).toBe(0)
  })

  it('throws if all surfaces already have texture coordinates', async () => {
    await expect(unwrap([{ uvs: whole }])).rejects.toThrow('All surfaces of this model have UVs.')
  })
})
