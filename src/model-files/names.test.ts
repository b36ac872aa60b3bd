import { Document, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { strFromU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { MeshoptDecoder } from 'meshoptimizer/decoder'
import { writeObj } from './export/write-obj.ts'
import { writePartsAsGlb } from './import/write-glb.ts'
import { readGlbParts } from './mesh/read-glb-parts.ts'
import { optimizeGlb } from './optimize/optimize.ts'
import { createBall } from './print/bodies.fixture.ts'
import { preparePrint } from './print/prepare-print.ts'
import { startSolids } from './print/solid.ts'
import type { PrepStep } from './print/steps.ts'

async function createGlb(): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document()
  const buffer = document.createBuffer()
  const { positions, indices } = createBall(0.02, 12)
  const accessor = () => document.createAccessor().setBuffer(buffer)
  const scene = document.createScene('Room')
  for (const [at, name] of ['Left hand', 'Right'].entries()) {
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor().setType('VEC3').setArray(new Float32Array(positions)))
      .setIndices(accessor().setArray(new Uint32Array(indices)))
      .setMaterial(document.createMaterial(name))
    const mesh = document.createMesh('Ball').addPrimitive(primitive)
    scene.addChild(
      document
        .createNode(name)
        .setMesh(mesh)
        .setTranslation([at * 0.1, 0, 0]),
    )
  }
  return new WebIO().writeBinary(document)
}
const listNames = async (glb: Uint8Array): Promise<string[]> => {
  const io = new WebIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder })
  const nodes = (await io.readBinary(glb)).getRoot().listNodes()
  return [...new Set(nodes.filter((node) => node.getMesh()).map((node) => node.getName()))]
}

const resize = () => Promise.reject(new Error('There is no texture.'))

describe('names of nodes', () => {
  it.each<PrepStep>([
    { kind: 'height', heightMm: 20 },
    { kind: 'repair' },
    { kind: 'weld', toleranceMm: 0.01 },
    { kind: 'fill' },
    { kind: 'crumbs', fraction: 0.01 },
    { kind: 'base', heightMm: 2 },
    { kind: 'hollow', wallMm: 2 },
    { kind: 'plate' },
    { kind: 'turn' },
    { kind: 'split' },
    { kind: 'stand', shape: 'round', thicknessMm: 2, marginMm: 2 },
  ])('stay after the print step %o', async (step) => {
    const { model } = await preparePrint(await readGlbParts(await createGlb()), step, {
      start: () => startSolids(),
    })
    const names = await listNames(await writePartsAsGlb(model))
    expect(names).toEqual(expect.arrayContaining(['Left hand', 'Right']))
  })

  it('are part of the names of cut pieces', async () => {
    const whole = await readGlbParts(await createGlb())
    const step = {
      kind: 'cut',
      axis: 'y',
      offsetsMm: [20],
      joint: 'none',
      clearanceMm: 0.2,
    } as const
    const { model } = await preparePrint(
      { ...whole, parts: whole.parts.filter(({ name }) => name === 'Right') },
      step,
      { start: () => startSolids() },
    )
    const names = await listNames(await writePartsAsGlb(model))
    expect(names).toEqual(['Right piece 1', 'Right piece 2'])
  })

  it('are the objects of an OBJ', async () => {
    const model = await readGlbParts(await createGlb())
    const text = strFromU8(writeObj(model, { scale: 1, upAxis: 'y' }, 'balls'))
    expect(text.match(/^o .+/gm)).toEqual(['o Left_hand', 'o Right'])
  })

  it('stay in a smaller copy', async () => {
    const wish = { triangles: 1000, usesWebp: false, packing: 'meshopt' } as const
    const names = await listNames((await optimizeGlb(await createGlb(), wish, { resize })).glb)
    expect(names).toEqual(['Left hand', 'Right'])
  })
})
