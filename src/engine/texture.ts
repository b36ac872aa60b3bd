import type { ObjectColours } from './colour.ts'
import type { ShapeFields } from './fields.ts'
import { seedFactors, type EngineParams } from './params.ts'
import { createAtlas, encodeJpeg, paintChart } from './texture/atlas.ts'
import { bakeNormals } from './texture/bake-normals.ts'
import { findFineRelief } from './texture/fine-relief.ts'
import { paintOcclusionRoughness } from './texture/occlusion-roughness.ts'
import { paintBack, paintFront } from './texture/paint-charts.ts'
import { removeShading } from './texture/remove-shading.ts'
import { surfacePixels } from './texture/surface-pixels.ts'
import type { AtlasLayout, TexturedMesh } from './uv.ts'

/** JPEG files; what was not asked for is missing. */
export type Textures = {
  baseColour?: Uint8Array
  normal?: Uint8Array
  /** Occlusion in red, roughness in green, metalness in blue. */
  occlusionRoughness?: Uint8Array
}

/** Height of the fine relief as a share of the chart's long side. */
const reliefShare = 0.0022

/**
 * Paints the textures. Takes over (and changes) the planes of `colours`.
 *
 * Encoding runs beside this thread while the next texture is being painted.
 *
 * @param onProgress hears the share that is done, 0 to 1.
 */
export async function paintTextures(
  mesh: TexturedMesh,
  fields: ShapeFields,
  colours: ObjectColours,
  layout: AtlasLayout,
  params: EngineParams,
  onProgress: (done: number) => void,
): Promise<Textures> {
  if (!params.texture && !params.pbr) return {}
  const pixels = surfacePixels(colours, fields, params.texture_size)
  const { width, height, side } = pixels
  removeShading(pixels, fields)
  paintFront(pixels)
  onProgress(0.35)

  const encoding: Promise<[keyof Textures, Uint8Array]>[] = []
  const encode = (name: keyof Textures, jpeg: Promise<Uint8Array>) => {
    encoding.push(jpeg.then((bytes) => [name, bytes]))
  }
  const charts = [pixels.linear, paintBack(pixels, fields)]
  if (params.texture) {
    const atlas = createAtlas(width, height, layout)
    paintChart(atlas, 0, charts[0])
    paintChart(atlas, 1, charts[1])
    encode('baseColour', encodeJpeg(atlas, 90))
  }
  onProgress(0.6)

  if (params.pbr) {
    const front = findFineRelief(pixels)
    const relief = [front, fields.isFrontal ? undefined : front]
    const normal = createAtlas(width, height, layout)
    const detail = params.detail * seedFactors(params.model_seed).detail
    bakeNormals(mesh, fields, normal, relief, side * reliefShare * detail)
    encode('normal', encodeJpeg(normal, 93))
    onProgress(0.9)
    // Last, as it takes the least time to encode and nothing runs beside that.
    const surface = createAtlas(width, height, layout)
    paintOcclusionRoughness(charts, fields, surface, relief)
    encode('occlusionRoughness', encodeJpeg(surface, 85, '4:2:0'))
  }
  onProgress(0.95)
  return Object.fromEntries(await Promise.all(encoding))
}
