import { type Document, Logger, Node, type Primitive, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { unwrapPrimitives } from '@gltf-transform/functions'
import * as watlas from 'watlas'
import { formatCount } from '#lib/format.ts'
import { readGlbHeader } from '../glb/glb-header.ts'
import { readGlbDocument } from '../mesh/read-glb-parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import type { UnwrapAnswer } from './uv-facts.ts'

/** Maximum number of triangles that are unwrapped. More triangles would take minutes. */
const trianglesMax = 100_000
const trianglesMode = 4

/**
 * Creates texture coordinates for surfaces without texture coordinates. These surfaces share one
 * layout without overlap, with areas in proportion to their size. Keeps nodes, names, bones and
 * animations.
 * @param replaces true to replace existing texture coordinates.
 * @throws {UnworkableModelError} if the model has too many triangles or no surface to unwrap, or is
 *   compressed with Draco.
 */
export async function unwrapGlb(
  glb: Uint8Array<ArrayBuffer>,
  replaces: boolean,
): Promise<UnwrapAnswer> {
  if (readGlbHeader(glb).extensionsUsed.includes('KHR_draco_mesh_compression')) {
    throw new UnworkableModelError(
      'This model is compressed with Draco. Use Optimize with the compression “None” first.',
    )
  }
  const document = await readGlbDocument(glb)
  document.setLogger(new Logger(Logger.Verbosity.ERROR))
  const primitives = listPrimitives(document, replaces)
  const triangles = primitives.reduce((sum, one) => sum + countTriangles(one), 0)
  if (triangles === 0) throw new UnworkableModelError('All surfaces of this model have UVs.')
  if (triangles > trianglesMax) {
    throw new UnworkableModelError(
      `Making UVs works with up to ${formatCount(trianglesMax)} triangles. Reduce the triangles with Optimize first.`,
    )
  }
  await watlas.Initialize()
  unwrapPrimitives(primitives, {
    watlas: { Atlas: UprightAtlas },
    overwrite: replaces,
    weights: primitives.map(getScale),
  })
  for (const primitive of primitives) {
    turnOver(primitive)
    // The tangents belong to the previous texture coordinates.
    primitive.setAttribute('TANGENT', null)
  }
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  return { glb: await io.writeBinary(document), sentence: 'UVs made.' }
}

/** Distance between islands in pixels of a 1024² texture, so that colours do not bleed. */
const padding = 4

/** Atlas without mirrored islands. With `rotateCharts`, xatlas would swap the axes of islands. */
class UprightAtlas extends watlas.Atlas {
  override generate(): void {
    super.generate({ fixWinding: true }, { rotateCharts: false, resolution: 1024, padding })
  }
}

/** Turns v downwards as in glTF, because xatlas creates upward coordinates. */
function turnOver(primitive: Primitive): void {
  const uvs = primitive.getAttribute('TEXCOORD_0')?.getArray() ?? []
  for (let at = 1; at < uvs.length; at += 2) uvs[at] = 1 - (uvs[at] ?? 0)
}

const listPrimitives = (document: Document, replaces: boolean): Primitive[] =>
  document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .filter(
      (one) =>
        one.getMode() === trianglesMode &&
        one.getAttribute('POSITION') &&
        (replaces || !one.getAttribute('TEXCOORD_0')),
    )

const countTriangles = (primitive: Primitive): number =>
  ((primitive.getIndices() ?? primitive.getAttribute('POSITION'))?.getCount() ?? 0) / 3

/** Returns the largest scale of the nodes that use the primitive. */
function getScale(primitive: Primitive): number {
  const nodes = primitive
    .listParents()
    .flatMap((mesh) => mesh.listParents())
    .filter((parent) => parent instanceof Node)
  const scale = Math.max(...nodes.flatMap((node) => node.getWorldScale().map(Math.abs)))
  return scale > 0 && Number.isFinite(scale) ? scale : 1
}
