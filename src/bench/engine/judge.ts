import sharp from 'sharp'
import type { ViewPictures } from '#engine/params.ts'
import { createRandom } from '#engine/random.ts'
import { srgb8FromLinear } from '#engine/raster/colour-space.ts'
import { loadDraws } from '#engine/thumbnail/load-draws.ts'
import type { Truth, TruthPart } from './truth.ts'
import {
  centreDepth,
  joinParts,
  renderView,
  normalError,
  normalise,
  overlap,
  sideAngles,
  rotateSolid,
  type Angle,
  type RenderedView,
  type TriangleSolid,
} from './views.ts'

export type Judgement = {
  /** Overlap of the silhouettes as seen in the picture, 0 to 1. */
  readonly front: number
  /** Mean overlap of the silhouettes in eight other views, 0 to 1. */
  readonly sides: number
  /** Mean angle between the two surfaces over all views, in degrees. */
  readonly normals: number
}

/** A model of known shape, with coordinates relative to the camera of its picture. */
export type Posed = {
  readonly name: string
  readonly solid: TriangleSolid
  readonly front: RenderedView
  /** Picture of the model from the front, as a PNG with a transparent background. */
  readonly picture: Uint8Array
  readonly views: Required<ViewPictures>
}

const front = { yaw: 0, pitch: 0 }
const pictureSide = 512
export const judgedViewSide = 192

/**
 * Amplitude of the camera noise, in levels of 255. Without noise, the engine would treat the
 * picture as a drawing.
 */
const grain = 5
const lamp = [-1.1, 1.5, 1.8]

export async function pose({
  name,
  parts,
  yaw = 0,
  pitch = 0,
  isDrawing = false,
}: Truth): Promise<Posed> {
  const joined = joinParts(parts)
  const solid = normalise(rotateSolid(joined, { yaw, pitch }))
  const scene = { ...solid, parts, partByTriangle: joined.partByTriangle, isDrawing }
  const from = (side: number) => takePicture(scene, { yaw: side, pitch: 0 })
  return {
    name,
    solid,
    front: renderView(solid, front, judgedViewSide),
    picture: await takePicture(scene, front),
    views: { left: await from(90), back: await from(180), right: await from(270) },
  }
}

type Scene = TriangleSolid & {
  readonly parts: readonly TruthPart[]
  readonly partByTriangle: Uint8Array
  readonly isDrawing: boolean
}

async function takePicture(
  { parts, partByTriangle, isDrawing, ...solid }: Scene,
  angle: Angle,
): Promise<Uint8Array> {
  const fine = renderView(solid, angle, pictureSide * 2)
  const random = createRandom(1)
  const rgba = Buffer.alloc(pictureSide * pictureSide * 4)
  for (let y = 0; y < pictureSide; y++) {
    for (let x = 0; x < pictureSide; x++) {
      const sum = [0, 0, 0, 0]
      for (let sample = 0; sample < 4; sample++) {
        const i = (2 * y + (sample >> 1)) * pictureSide * 2 + 2 * x + (sample & 1)
        if (fine.visibility.draws[i] < 0) continue
        const { colour } = parts[partByTriangle[fine.visibility.triangles[i]]]
        const [nx, ny, nz] = fine.normals.subarray(i * 3, i * 3 + 3)
        const light = isDrawing ? 1 : lightOn([nx, ny, nz], x / pictureSide, y / pictureSide)
        for (let c = 0; c < 3; c++) sum[c] += colour[c] * light
        sum[3]++
      }
      const k = (y * pictureSide + x) * 4
      const noise = isDrawing ? 0 : grain * (2 * random() - 1)
      for (let c = 0; c < 3; c++) {
        const level = srgb8FromLinear(sum[c] / Math.max(1, sum[3]))
        rgba[k + c] = Math.round(Math.min(255, Math.max(0, level + noise)))
      }
      rgba[k + 3] = (sum[3] * 255) / 4
    }
  }
  return sharp(rgba, { raw: { width: pictureSide, height: pictureSide, channels: 4 } })
    .png()
    .toBuffer()
}

function lightOn(normal: readonly number[], u: number, v: number): number {
  const way = [lamp[0] - (u - 0.5) * 1.5, lamp[1] - (0.5 - v) * 1.5, lamp[2]]
  const square = way[0] ** 2 + way[1] ** 2 + way[2] ** 2
  const dot = normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2]
  return 0.3 + (4.5 * Math.max(0, dot)) / square ** 1.5
}

/** Returns the model in a GLB file as a solid, centred in depth. */
export async function loadSolid(glb: Uint8Array): Promise<TriangleSolid> {
  const [draw] = await loadDraws(glb)
  if (!draw) throw new Error('The model holds nothing.')
  return centreDepth(draw)
}

export function judge(truth: Posed, solid: TriangleSolid): Judgement {
  const seen = renderView(solid, front, judgedViewSide)
  let sides = 0
  let normals = normalError(truth.front, seen)
  for (const angle of sideAngles) {
    const [real, made] = [
      renderView(truth.solid, angle, judgedViewSide),
      renderView(solid, angle, judgedViewSide),
    ]
    sides += overlap(real, made)
    normals += normalError(real, made)
  }
  return {
    front: overlap(truth.front, seen),
    sides: sides / sideAngles.length,
    normals: normals / (sideAngles.length + 1),
  }
}

export function calculateMean(judgements: readonly Judgement[]): Judgement {
  const mean = (pick: (judgement: Judgement) => number) =>
    judgements.reduce((sum, judgement) => sum + pick(judgement), 0) / judgements.length
  return {
    front: mean(({ front: value }) => value),
    sides: mean(({ sides }) => sides),
    normals: mean(({ normals }) => normals),
  }
}
