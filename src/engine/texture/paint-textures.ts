import type { ObjectColours } from '../colour.ts'
import type { ShapeFields } from '../fields/build-fields.ts'
import { seedFactors, type EngineParams } from '../params.ts'
import {
  createAtlas,
  encodePicture,
  paintChart,
  type Atlas,
  type PictureEncoding,
} from './atlas.ts'
import { bakeNormals } from './bake-normals.ts'
import { findMetal } from './metalness.ts'
import { paintOcclusionRoughness } from './occlusion-roughness.ts'
import { removeOutline } from './remove-outline.ts'
import { blendAtRim, paintBack, paintFront } from './paint-charts.ts'
import { copyPlane, mapThree, type ThreePlanes, createPlane, type Plane } from '../raster/plane.ts'
import { paintSides } from './paint-sides.ts'
import { removeShading } from './remove-shading.ts'
import { surfacePixels, type SurfacePixels } from './surface-pixels.ts'
import type { AtlasLayout, TexturedMesh } from '../uv.ts'
import type { OtherSides } from '../views/other-sides.ts'
import { clamp } from '#lib/clamp.ts'
import { blurInPlace } from '../raster/blur.ts'
import { lightness } from '../raster/colour-space.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'

/** JPEG or WebP files of the textures. Textures that were not requested are missing. */
export type Textures = {
  baseColour?: Uint8Array
  normal?: Uint8Array
  occlusionRoughness?: Uint8Array
}

/** Height of the fine relief, as a fraction of the long side of the front's part of the texture. */
const reliefFraction = 0.0022

type TexturesToPaint = {
  readonly fields: ShapeFields
  readonly colours: ObjectColours
  readonly layout: AtlasLayout
  readonly params: EngineParams
  readonly onProgress: (done: number) => void
  /** Colours of the other sides, whose planes are overwritten too. */
  readonly others?: OtherSides | undefined
}

/**
 * Paints the textures and overwrites the planes of `colours`. Each texture is encoded on another
 * thread while the next texture is painted.
 */
export async function paintTextures(
  mesh: TexturedMesh,
  { fields, colours, layout, params, onProgress, others }: TexturesToPaint,
): Promise<Textures> {
  if (!params.texture && !params.pbr) return {}
  const pixels = surfacePixels(colours, fields, params.texture_size)
  const { width, height, side } = pixels
  const back = others?.back && surfacePixels(others.back, fields, params.texture_size)
  // On a plate, the outline is a border of its face. On other shapes the outline would look like
  // shade and is removed.
  const lines = fields.style === 'flat' ? undefined : fields.lines
  if (lines) removeOutline(pixels, lines, fields.grid)
  if (lines && back) removeOutline(back, lines, fields.grid)
  // Find metal before shading is removed, because metal is detected by its highlights.
  const metal = params.pbr ? findMetal(pixels) : undefined
  const backMetal = back && params.pbr ? findMetal(back) : metal
  removeShading(pixels, fields)
  paintFront(pixels)
  if (back) finishBack(back, pixels, fields)
  const charts = [pixels.linear, back?.linear ?? paintBack(pixels, fields)]
  if (others) charts[1] = paintOthers(charts, fields, others)
  onProgress(0.35)

  const encoding: Promise<[keyof Textures, Uint8Array]>[] = []
  const encode = (name: keyof Textures, atlas: Atlas, keeping: PictureEncoding) => {
    const encoded = encodePicture(atlas, params.texture_format, keeping)
    encoding.push(encoded.then((bytes) => [name, bytes]))
  }
  if (params.texture) {
    const atlas = createAtlas(width, height, layout)
    paintChart(atlas, 0, charts[0])
    paintChart(atlas, 1, charts[1])
    encode('baseColour', atlas, { quality: 90 })
  }
  onProgress(0.6)

  if (params.pbr) {
    const front = findFineRelief(pixels)
    const isBackAlike = !back && !fields.isFrontal
    const relief = [front, back ? findFineRelief(back) : isBackAlike ? front : undefined]
    const normal = createAtlas(width, height, layout)
    const detail = params.detail * seedFactors(params.model_seed).detail
    bakeNormals(mesh, fields, {
      atlas: normal,
      relief,
      reliefHeight: side * reliefFraction * detail,
    })
    encode('normal', normal, { quality: 93 })
    onProgress(0.9)
    // Encode this texture last, because it encodes fastest and nothing else can run in parallel.
    const surface = createAtlas(width, height, layout)
    paintOcclusionRoughness(charts, {
      fields,
      atlas: surface,
      relief,
      metal: [metal, backMetal],
      isBackAlike,
    })
    encode('occlusionRoughness', surface, { quality: 85, isColourHalved: true })
  }
  onProgress(0.95)
  return Object.fromEntries(await Promise.all(encoding))
}

function finishBack(back: SurfacePixels, front: SurfacePixels, fields: ShapeFields): void {
  removeShading(back, fields, 'back')
  paintFront(back)
  blendAtRim(back.linear, front)
}

/**
 * Paints the side pictures over the front and the back of the texture. Overwrites the planes of the
 * front.
 * @returns the planes of the back.
 */
function paintOthers(
  charts: readonly ThreePlanes[],
  fields: ShapeFields,
  { views }: OtherSides,
): ThreePlanes {
  const [front, given] = charts
  if (!views.left && !views.right) return given
  const back = given === front ? mapThree(given, copyPlane) : given
  paintSides(front, { side: 'front', fields, views })
  paintSides(back, { side: 'back', fields, views })
  return back
}

/**
 * Returns structure that is finer than the mesh, -1 to 1: the lightness relative to the
 * surroundings, 0 at the rim.
 */
function findFineRelief({ linear, weight, depth, side, band }: SurfacePixels): Plane {
  const { width, height } = depth
  const [red, green, blue] = [linear[0].data, linear[1].data, linear[2].data]
  const fine = createPlane(width, height)
  for (let i = 0; i < fine.data.length; i++) fine.data[i] = lightness(red[i], green[i], blue[i])
  const coarse = weightedBlur(fine, weight, Math.max(5, side * 0.012))
  blurInPlace(fine, 0.7)
  for (let i = 0; i < fine.data.length; i++) {
    const stands = clamp((fine.data[i] - coarse.data[i]) / 25, -1, 1)
    fine.data[i] = stands * smoothstep(0, band, depth.data[i])
  }
  return fine
}
