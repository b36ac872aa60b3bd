import { type Document, Logger, type Primitive, TextureChannel, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS, EXTTextureWebP } from '@gltf-transform/extensions'
import {
  dedup,
  draco,
  getTextureChannelMask,
  meshopt,
  prune,
  simplifyPrimitive,
  weldPrimitive,
} from '@gltf-transform/functions'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { readGlbHeader } from '../glb/glb-header.ts'
import type { EmbeddedPicture } from '../mesh/parts.ts'
import { readGlbDocument } from '../mesh/read-glb-parts.ts'
import { clusterPoints } from './cluster.ts'
import type { OptimizeResult, OptimizeOptions, Weight } from './optimize-options.ts'

/**
 * Shrinks a picture's longer side to `sidePx`, in the requested format if possible. `usesAlpha` is
 * false if no material uses the alpha, so that the colours of transparent places are visible.
 */
export type ResizePicture = (
  picture: EmbeddedPicture & { usesAlpha: boolean },
  sidePx: number,
  mimeType: string,
) => Promise<{ mimeType: string; bytes: Uint8Array }>

/** Minimum number of triangles of a surface, which would collapse with fewer. */
const trianglesMin = 4
/**
 * Number of triangles beyond which points are first merged per grid cell, because edge collapses
 * need much memory.
 */
const carefulMax = 3_000_000
/** Error limits as fractions of a surface's size: invisible errors first, then any error. */
const simplifyErrors = [0.01, 1]

type OptimizeTools = {
  readonly resize: ResizePicture
  readonly onProgress?: (fraction: number) => void
}

/** Reduces the size of a GLB, but keeps its nodes, bones, animations and materials. */
export async function optimizeGlb(
  glb: Uint8Array<ArrayBuffer>,
  wish: OptimizeOptions,
  { resize, onProgress = () => {} }: OptimizeTools,
): Promise<OptimizeResult> {
  const document = await readGlbDocument(glb)
  document.setLogger(new Logger(Logger.Verbosity.ERROR))
  const before = weigh(glb)
  onProgress(0.15)
  const { triangles, texturePx, usesWebp } = wish
  const isExact = triangles === undefined && texturePx === undefined && !usesWebp
  await document.transform(
    dedup(),
    prune({ keepLeaves: true, keepSolidTextures: true, keepAttributes: isExact }),
  )
  onProgress(0.2)
  if (triangles !== undefined) {
    await simplify(document, triangles, (fraction) => onProgress(0.2 + fraction * 0.4))
  }
  onProgress(0.6)
  await shrinkTextures(document, wish, {
    resize,
    onProgress: (fraction) => onProgress(0.6 + fraction * 0.2),
  })
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  if (wish.packing === 'meshopt') {
    await MeshoptEncoder.ready
    await document.transform(meshopt({ encoder: MeshoptEncoder, level: 'medium' }))
    io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder })
  } else if (wish.packing === 'draco') {
    const { loadDracoEncoder } = await import('../mesh/draco-encoder.ts')
    await document.transform(draco())
    io.registerDependencies({ 'draco3d.encoder': await loadDracoEncoder() })
  }
  onProgress(0.9)
  const light = await io.writeBinary(document)
  return { glb: light, before, after: weigh(light) }
}

async function simplify(
  document: Document,
  wanted: number,
  onProgress: (fraction: number) => void,
): Promise<void> {
  await MeshoptSimplifier.ready
  const drawn = countDrawn(document)
  let total = 0
  for (const { triangles, uses } of drawn.values()) total += triangles * uses
  const ratio = wanted / total
  if (ratio >= 1) return
  let done = 0
  for (const [primitive, { triangles }] of drawn) {
    const goal = Math.max(trianglesMin, Math.round(triangles * ratio))
    let count = triangles
    if (count > carefulMax) count = coarsen(document, primitive, Math.max(goal * 2, carefulMax / 3))
    else weldPrimitive(primitive, {})
    for (const error of simplifyErrors) {
      if (count <= goal * 1.02) break
      simplifyPrimitive(primitive, {
        simplifier: MeshoptSimplifier,
        ratio: goal / count,
        error,
        lockBorder: false,
      })
      count = (primitive.getIndices()?.getCount() ?? 0) / 3
    }
    done += triangles
    onProgress(done / total)
  }
  await document.transform(prune({ keepLeaves: true, keepSolidTextures: true }))
}

/**
 * Reduces a surface by merging the points in each cell of a grid.
 * @returns the number of remaining triangles.
 */
function coarsen(document: Document, primitive: Primitive, goal: number): number {
  const position = primitive.getAttribute('POSITION')
  const places = position?.getArray()
  const corners = primitive.getIndices()?.getArray() ?? counted(position?.getCount() ?? 0)
  // A surface with morph targets stays unchanged, because all targets need the same points.
  if (!places || primitive.listTargets().length > 0) return corners.length / 3
  const positions = places instanceof Float32Array ? places : Float32Array.from(places)
  const { indices, points } = clusterPoints(positions, corners, goal)
  for (const semantic of primitive.listSemantics()) {
    const accessor = primitive.getAttribute(semantic)
    const values = accessor?.getArray()
    if (!accessor || !values) continue
    const width = accessor.getElementSize()
    const left = values.slice(0, points.length * width)
    points.forEach((point, at) => {
      for (let part = 0; part < width; part++) {
        left[at * width + part] = values[point * width + part] ?? 0
      }
    })
    primitive.setAttribute(semantic, accessor.clone().setArray(left))
  }
  const list = document
    .createAccessor()
    .setType('SCALAR')
    .setBuffer(position?.getBuffer() ?? null)
  primitive.setIndices(list.setArray(new Uint32Array(indices)))
  return indices.length / 3
}

function counted(count: number): Uint32Array {
  const list = new Uint32Array(count)
  for (let at = 0; at < count; at++) list[at] = at
  return list
}

function countDrawn(document: Document) {
  const drawn = new Map<Primitive, { triangles: number; uses: number }>()
  for (const node of document.getRoot().listNodes()) {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      if (primitive.getMode() !== 4) continue
      const corners =
        primitive.getIndices()?.getCount() ?? primitive.getAttribute('POSITION')?.getCount() ?? 0
      const known = drawn.get(primitive)
      drawn.set(primitive, { triangles: corners / 3, uses: (known?.uses ?? 0) + 1 })
    }
  }
  return drawn
}

async function shrinkTextures(
  document: Document,
  { texturePx, usesWebp }: OptimizeOptions,
  { resize, onProgress }: Required<OptimizeTools>,
): Promise<void> {
  if (texturePx === undefined && !usesWebp) return
  const textures = document.getRoot().listTextures()
  let done = 0
  for (const texture of textures) {
    const bytes = texture.getImage()
    const mimeType = texture.getMimeType()
    const side = Math.max(...(texture.getSize() ?? [0]))
    const isKnown = /^image\/(png|jpeg|webp)$/.test(mimeType)
    const isLarge = texturePx !== undefined && side > texturePx
    if (bytes && isKnown && (isLarge || (usesWebp && mimeType !== 'image/webp'))) {
      const wanted = usesWebp ? 'image/webp' : mimeType
      const name = texture.getName()
      const usesAlpha = (getTextureChannelMask(texture) & TextureChannel.A) !== 0
      const picture = { mimeType, bytes, name, usesAlpha }
      const made = await resize(picture, texturePx ?? side, wanted)
      // Keeps the original if the result is not smaller, unless the original was too large to draw.
      if (isLarge || made.bytes.byteLength < bytes.byteLength) {
        texture.setImage(made.bytes).setMimeType(made.mimeType)
      }
    }
    done++
    onProgress(done / textures.length)
  }
  const hasWebp = textures.some((texture) => texture.getMimeType() === 'image/webp')
  if (hasWebp) document.createExtension(EXTTextureWebP).setRequired(true)
}

function weigh(glb: Uint8Array): Weight {
  const { triangles, textures } = readGlbHeader(glb)
  return {
    sizeBytes: glb.byteLength,
    triangles,
    textureBytes: textures.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    texturePx: Math.max(
      0,
      ...textures.map(({ widthPx = 0, heightPx = 0 }) => Math.max(widthPx, heightPx)),
    ),
  }
}
