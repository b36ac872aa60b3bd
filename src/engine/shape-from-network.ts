import { cleanColours } from './colour.ts'
import { cropObject, type Cutout } from './crop.ts'
import { decodePicture, refuseBlank } from './decode.ts'
import { EngineError } from './errors.ts'
import { packGlb } from './glb.ts'
import { cleanMask } from './mask/clean-mask.ts'
import { findForeground } from './mask/find-foreground.ts'
import type { MaskNetworks } from './mask/network.ts'
import type { Mesh } from './mesh/mesh.ts'
import type { ShapeNetwork, UsedNetwork } from './networks/network-file.ts'
import { completeParams, type EngineParams } from './params.ts'
import { coveredBox } from './raster/covered-box.ts'
import { simplifyMesh } from './simplify.ts'
import type { EngineStage } from './stages.ts'
import { meshField } from './triplane/mesh-field.ts'
import { openField, type ShapeField } from './triplane/open-field.ts'
import { prepareObjectPicture } from './triplane/object-picture.ts'
import { paintFaces, textureSide, unwrapFaces } from './triplane/texture-shape.ts'
import { engineVersion } from './version.ts'

export type ShapeOptions = {
  params: Partial<EngineParams>
  network: ShapeNetwork
  masks: MaskNetworks
  recipe: Record<string, unknown>
  onProgress: (stage: EngineStage, progress: number) => void
}

/** Overall progress (0 to 1) at the start of each stage. The network takes most of the time. */
const begins: Partial<Record<EngineStage, number>> = {
  decode: 0,
  mask: 0.01,
  colour: 0.05,
  fields: 0.6,
  simplify: 0.9,
  texture: 0.94,
  glb: 0.99,
}

/**
 * Makes a model from one picture with an image-to-3D network. Cleaning, simplification and
 * texturing are the same as for rule-based shapes.
 * @throws {EngineError} `network_unusable`, `no_foreground`, or as `imageTo3d`.
 */
export async function shapeFromNetwork(
  bytes: Uint8Array,
  { params: given, network, masks, recipe, onProgress }: ShapeOptions,
): Promise<{ glb: Uint8Array; params: EngineParams; used: UsedNetwork[] }> {
  const params = completeParams(given)
  const enter = (stage: EngineStage, done = begins[stage] ?? 0) => onProgress(stage, done)
  const used: UsedNetwork[] = []
  enter('decode')
  const picture = await decodePicture(bytes)
  refuseBlank(picture)
  enter('mask')
  const foreground = await findForeground(picture, { ...masks, onUsed: (one) => used.push(one) })
  const alpha = cleanMask(foreground, params.face_limit)
  const cutout = cropObject(picture, alpha)
  enter('colour')
  const start = performance.now()
  const field = await openField(network, (side) => prepareObjectPicture(picture, alpha, side))
  try {
    enter('fields')
    const dense = await meshField(field.insideness, (done) => enter('fields', 0.6 + 0.25 * done))
    if (!dense) {
      throw new EngineError('no_foreground', `${network.name} sees no object in this picture.`)
    }
    enter('simplify')
    const simple = await simplifyMesh(dense, params.face_limit)
    const milliseconds = Math.round(performance.now() - start)
    used.push({ job: 'shape', name: network.name, milliseconds })
    enter('texture')
    const textured = await paint(simple, { field, cutout, params })
    enter('glb')
    const encodedIn = network.codes && 'browser'
    const made = { params, engine: network.name, engineVersion, ...(encodedIn && { encodedIn }) }
    const networks = used.map(({ job, name }) => ({ job, name }))
    const extras = { recipe: { ...recipe, ...made, networks } }
    const { auto_size: scale, texture_format: format } = params
    const glb = await packGlb(textured.mesh, textured.textures, { extras, scale, format })
    enter('glb', 1)
    return { glb, params, used }
  } finally {
    await field.close()
  }
}

type Painted = { field: ShapeField; cutout: Cutout; params: EngineParams }

async function paint(simple: Mesh, { field, cutout, params }: Painted) {
  const colours = params.texture ? await field.colours(simple.positions) : undefined
  const placed = placeAsRules(simple)
  const faces = placed.indices.length / 3
  const sidePx = textureSide(faces, params.texture_size)
  const mesh = unwrapFaces(placed, sidePx)
  if (!colours) return { mesh, textures: {} }
  const front = { linear: cleanColours(cutout).linear, box: coveredBox(cutout.alpha) }
  const { texture_format: format } = params
  return {
    mesh,
    textures: { baseColour: await paintFaces(placed, { colours, front, sidePx, format }) },
  }
}

function placeAsRules(mesh: Mesh): Mesh {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  mesh.positions.forEach((value, k) => {
    min[k % 3] = Math.min(min[k % 3], value)
    max[k % 3] = Math.max(max[k % 3], value)
  })
  const scale = 1 / Math.max(max[0] - min[0], max[1] - min[1])
  const positions = mesh.positions.map(
    (value, k) => (value - (min[k % 3] + max[k % 3]) / 2) * scale,
  )
  return { ...mesh, positions }
}
