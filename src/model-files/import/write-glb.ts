import { type Document as Gltf, Document, WebIO } from '@gltf-transform/core'
import { EXTTextureWebP, KHRMaterialsEmissiveStrength } from '@gltf-transform/extensions'
import type { MeshPart, Parts } from '../mesh/parts.ts'
import { createMaterials } from './create-materials.ts'

/** Primitive modes (glTF 2.0, section 5.24.4). */
const modes = { points: 0, lines: 1, triangles: 4 } as const

export type Stroke = { kind: 'points' | 'lines'; part: MeshPart }

export type Drawn = Parts & { strokes?: readonly Stroke[] }

/** Writes surfaces, points and lines as a GLB. Parts without normals are shaded flat. */
export const writePartsAsGlb = async (model: Drawn): Promise<Uint8Array<ArrayBuffer>> =>
  new WebIO()
    .registerExtensions([EXTTextureWebP, KHRMaterialsEmissiveStrength])
    .writeBinary(getDocument(model))

function getDocument({ parts, materials, strokes }: Drawn): Gltf {
  const document = new Document()
  const buffer = document.createBuffer()
  const list = (
    type: 'SCALAR' | 'VEC2' | 'VEC3',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const made = createMaterials(document, { parts, materials })
  const scene = document.createScene()
  const addNode = (name: string) => {
    const mesh = document.createMesh(name)
    scene.addChild(document.createNode(name).setMesh(mesh))
    return mesh
  }
  let mesh: ReturnType<typeof addNode> | undefined
  let shown: string | undefined
  const drawn = [
    ...parts.map((part) => ({ part, mode: modes.triangles })),
    ...(strokes ?? []).map(({ part, kind }) => ({
      part,
      mode: modes[kind],
    })),
  ]
  for (const { part, mode } of drawn) {
    const { positions, indices, normals, uvs, moreUvs, colors, material, name } = part
    if (!mesh || name !== shown) mesh = addNode(name ?? '')
    shown = name
    const primitive = document
      .createPrimitive()
      .setMode(mode)
      .setAttribute('POSITION', list('VEC3', new Float32Array(positions)))
      .setMaterial(made[material] ?? null)
    if (indices.length > 0) primitive.setIndices(list('SCALAR', new Uint32Array(indices)))
    if (normals) primitive.setAttribute('NORMAL', list('VEC3', new Float32Array(normals)))
    if (uvs) primitive.setAttribute('TEXCOORD_0', list('VEC2', new Float32Array(uvs)))
    moreUvs?.forEach((more, at) =>
      primitive.setAttribute(`TEXCOORD_${at + 1}`, list('VEC2', new Float32Array(more))),
    )
    if (colors) primitive.setAttribute('COLOR_0', list('VEC3', new Float32Array(colors)))
    mesh.addPrimitive(primitive)
  }
  return document
}
