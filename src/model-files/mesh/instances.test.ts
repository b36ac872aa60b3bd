import { Document, WebIO } from '@gltf-transform/core'
import { EXTMeshGPUInstancing, KHRMaterialsPBRSpecularGlossiness } from '@gltf-transform/extensions'
import { describe, expect, it } from 'vitest'
import { readGlbHeader } from '../glb/glb-header.ts'
import { checkGlb, describePassedOver } from '../inspect/check-glb.ts'
import { measureExtent } from './extent.ts'
import { sumTriangles } from './parts.ts'
import { readGlbParts } from './read-glb-parts.ts'
import { createBox } from './solids.ts'

async function cubes(places: readonly number[]) {
  const document = new Document()
  const buffer = document.createBuffer()
  const cube = createBox([1, 1, 1])
  const list = (type: 'VEC3' | 'SCALAR', array: Float32Array | Uint32Array) =>
    document.createAccessor().setType(type).setArray(array.slice()).setBuffer(buffer)
  const old = document.createExtension(KHRMaterialsPBRSpecularGlossiness).setRequired(true)
  const material = document
    .createMaterial()
    .setExtension(
      'KHR_materials_pbrSpecularGlossiness',
      old.createPBRSpecularGlossiness().setDiffuseFactor([1, 0, 0, 1]).setGlossinessFactor(0.25),
    )
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', list('VEC3', cube.positions))
    .setIndices(list('SCALAR', cube.indices))
    .setMaterial(material)
  const instances = document
    .createExtension(EXTMeshGPUInstancing)
    .setRequired(true)
    .createInstancedMesh()
    .setAttribute('TRANSLATION', list('VEC3', Float32Array.from(places)))
  const node = document
    .createNode()
    .setScale([2, 2, 2])
    .setMesh(document.createMesh().addPrimitive(primitive))
    .setExtension('EXT_mesh_gpu_instancing', instances)
  document.createScene().addChild(node)
  return new WebIO()
    .registerExtensions([EXTMeshGPUInstancing, KHRMaterialsPBRSpecularGlossiness])
    .writeBinary(document)
}

describe('mesh with instances', () => {
  it('counts once per instance in readGlbHeader and readGlbParts', async () => {
    const glb = await cubes([0, 0, 0, 5, 0, 0, 0, 0, 7])
    expect(readGlbHeader(glb).triangles).toBe(36)
    const model = await readGlbParts(glb)
    expect(sumTriangles(model)).toBe(36)
    expect(measureExtent(model.parts)).toEqual({ low: [-1, -1, -1], high: [11, 1, 15] })
  })
})

describe('specular-glossiness material', () => {
  it('keeps its diffuse colour in readGlbParts', async () => {
    const glb = await cubes([0, 0, 0])
    expect(checkGlb(glb).triangles).toBe(12)
    const { materials } = await readGlbParts(glb)
    expect(materials[0]).toMatchObject({ color: [1, 0, 0, 1], metalness: 0, roughness: 0.75 })
  })
})

describe('describePassedOver', () => {
  it('returns sentences with the unsupported extensions', () => {
    expect(describePassedOver(['KHR_materials_ior'])).toEqual([])
    expect(describePassedOver(['KHR_animation_pointer', 'VENDOR_new'])).toEqual([
      'Not shown: what VENDOR_new adds.',
    ])
  })
})
