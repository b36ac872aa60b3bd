import { cleanColours } from './colour.ts'
import { cropObject, type Cutout } from './crop.ts'
import { decodePicture, refuseBlank, type DecodedPicture } from './decode.ts'
import { loadPrior, createPrior } from './fields/prior/create-prior.ts'
import { predictDepth, type PredictedDepth } from './fields/network-depth/predict-depth.ts'
import { EngineError } from './errors.ts'
import type { PriorNetwork } from './fields/prior/network.ts'
import type { AddedNetworks, UsedNetwork } from './networks/network-file.ts'
import type { MaskNetworks } from './mask/network.ts'
import { packGlb } from './glb.ts'
import { cleanMask } from './mask/clean-mask.ts'
import { findForeground, type Foreground } from './mask/find-foreground.ts'
import { completeParams, type EngineParams, type ViewPictures } from './params.ts'
import { buildRelief } from './relief/build-relief.ts'
import { meshRelief } from './relief/mesh-relief.ts'
import { paintRelief } from './relief/paint-relief.ts'
import { unwrapRelief } from './relief/unwrap-relief.ts'
import { makePreview } from './preview.ts'
import { makeShape } from './shape.ts'
import { simplifyMesh } from './simplify.ts'
import { overallProgress, type EngineStage } from './stages.ts'
import { paintTextures, type Textures } from './texture/paint-textures.ts'
import { layoutFor, unwrapMesh, type TexturedMesh } from './uv.ts'
import { engineVersion } from './version.ts'
import { readOtherSides } from './views/other-sides.ts'
import { readPreviewProfile } from './views/preview-profile.ts'

const engineName = 'Bozzetto local engine'

export type ImageTo3dOptions = {
  params?: Partial<EngineParams>
  /**
   * Path of the mask network's ONNX file. The file is read only for pictures without a clear
   * outline.
   */
  weightsPath: string
  /** Networks that the user added. A network that fails is skipped with a warning. */
  networks?: AddedNetworks | undefined
  /** Pictures of the same object from other sides. `bytes` is then the picture of the front. */
  views?: ViewPictures | undefined
  /** JSON that is written to `asset.extras.recipe`, together with the effective params. */
  recipe?: Record<string, unknown>
  /**
   * Called with the running stage and the overall progress, which is 0 to 1 and never decreases.
   */
  onProgress?: (stage: EngineStage, progress: number) => void
  /** Called with a rough untextured GLB as soon as the object is found. */
  onPreview?: ((glb: Uint8Array) => void) | undefined
}

export type ImageTo3dResult = {
  glb: Uint8Array
  params: EngineParams
  warnings: string[]
  used: UsedNetwork[]
}

/** Pictures with a confidence below this (0 to 1) count as a scene without a single object. */
const objectConfidenceMin = 0.3

/**
 * Turns one picture into a closed, textured model. Runs for seconds and blocks its thread, so call
 * this function in a worker.
 * @param bytes of a PNG, JPEG, WebP or any other file that sharp reads.
 * @returns a GLB; the same bytes for the same picture, params and recipe.
 * @throws {EngineError} for a picture or params from which no model can be made.
 */
export async function imageTo3d(
  bytes: Uint8Array,
  {
    params: given = {},
    weightsPath,
    networks,
    views,
    recipe = {},
    onProgress = () => {},
    onPreview,
  }: ImageTo3dOptions,
): Promise<ImageTo3dResult> {
  const params = completeParams(given)
  const enter = (stage: EngineStage, done = 0) => onProgress(stage, overallProgress(stage, done))

  const warnings: string[] = []
  const used: UsedNetwork[] = []
  const asking = getAsking({ weightsPath, networks }, { warnings, used })
  const prior = await loadPrior(weightsPath)
  const subject = await findSubject(bytes, { params, asking, prior, onPreview, views }, enter)
  const { mesh, textures } =
    subject.kind === 'object'
      ? await makeObject(subject, { params, views, asking, prior, warnings }, enter)
      : await makeRelief(subject, params, enter)
  if (subject.kind === 'scene' && views && Object.values(views).some(Boolean)) {
    warnings.push('A relief has only a front; the pictures of the other sides were not used.')
  }
  enter('glb')
  const made = { params, seed: params.model_seed, engine: engineName, engineVersion }
  const asked = used.length > 0 && { networks: used.map(({ job, name }) => ({ job, name })) }
  const extras = {
    recipe: { ...recipe, ...made, ...asked, ...(warnings.length > 0 && { warnings }) },
  }
  const { auto_size: scale, texture_format: format } = params
  const glb = await packGlb(mesh, textures, { extras, scale, format })
  enter('glb', 1)
  return { glb, params, warnings, used }
}

type Made = { mesh: TexturedMesh; textures: Textures }
type Enter = (stage: EngineStage, done?: number) => void
type Scene = { picture: DecodedPicture; foreground: Foreground }
type Subject =
  | { kind: 'object'; cutout: Cutout; depth: PredictedDepth | undefined }
  | ({ kind: 'scene' } & Scene)

const isScene = ({ confidence }: Foreground, { style }: EngineParams): boolean =>
  style === 'relief' || (style === 'auto' && confidence < objectConfidenceMin)

type Search = Pick<ImageTo3dOptions, 'onPreview' | 'views'> & {
  params: EngineParams
  asking: Asking
  prior: PriorNetwork | undefined
}

type Asking = {
  masks: MaskNetworks
  depth: AddedNetworks['depth']
  onUsed: (used: UsedNetwork) => void
  onWarning: (sentence: string) => void
}

function getAsking(
  { weightsPath, networks }: Pick<ImageTo3dOptions, 'weightsPath' | 'networks'>,
  { warnings, used }: { warnings: string[]; used: UsedNetwork[] },
): Asking {
  const onUsed = (one: UsedNetwork) => {
    if (!used.some(({ job, name }) => job === one.job && name === one.name)) used.push(one)
  }
  const onWarning = (sentence: string) => {
    if (!warnings.includes(sentence)) warnings.push(sentence)
  }
  const masks = { weightsPath, better: networks?.mask, onUsed, onWarning }
  return { masks, depth: networks?.depth, onUsed, onWarning }
}

async function findSubject(
  bytes: Uint8Array,
  { params, asking, prior, onPreview, views }: Search,
  enter: Enter,
): Promise<Subject> {
  enter('decode')
  // Read the side pictures in parallel with the front picture, so that the rough shape is not
  // delayed.
  const profile = onPreview && views && readPreviewProfile(views)
  const picture = await decodePicture(bytes)
  refuseBlank(picture)
  enter('mask')
  let isShown = false
  const showPreview = async (found: Foreground) => {
    if (!onPreview || isShown || isScene(found, params)) return
    const preview = await makePreview(picture, {
      foreground: found,
      params,
      prior,
      profile: await profile,
    })
    if (!preview) return
    isShown = true
    onPreview(preview)
  }
  const foreground = await findForeground(picture, asking.masks, showPreview)
  if (isScene(foreground, params)) return { kind: 'scene', picture, foreground }
  await showPreview(foreground)
  if (foreground.missing && foreground.missing.length > 0) {
    asking.onWarning(
      'A part of the object may be missing. “Check cut-out” shows where, and adds it with a click.',
    )
  }
  const mask = cleanMask(foreground, params.face_limit)
  const cutout = cropObject(picture, mask)
  return { kind: 'object', cutout, depth: await askDepth(picture, cutout, asking) }
}

async function askDepth(
  picture: DecodedPicture,
  cutout: Cutout,
  { depth, onUsed, onWarning }: Asking,
): Promise<PredictedDepth | undefined> {
  if (!depth) return undefined
  const start = performance.now()
  try {
    const seen = await predictDepth(picture, cutout, depth)
    const milliseconds = Math.round(performance.now() - start)
    onUsed({ job: 'depth', name: depth.name, milliseconds })
    return seen
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    onWarning(`${error.message} The depth was estimated without it.`)
    return undefined
  }
}

type Making = {
  params: EngineParams
  views: ViewPictures | undefined
  asking: Asking
  prior: PriorNetwork | undefined
  warnings: string[]
}

async function makeObject(
  { cutout, depth }: { cutout: Cutout; depth: PredictedDepth | undefined },
  { params, views, asking, prior, warnings }: Making,
  enter: Enter,
): Promise<Made> {
  enter('colour')
  const colours = cleanColours(cutout)
  const reading = {
    front: cutout,
    colours,
    depth: colours.depth,
    masks: asking.masks,
    faceLimit: params.face_limit,
  }
  const others = views && (await readOtherSides(views, reading, warnings))
  const seen = {
    depth,
    prior: prior && createPrior(prior, cutout),
    behind: depth?.isMetric
      ? await loadPrior(asking.masks.weightsPath, 'shape-behind.bin')
      : undefined,
    profile: others?.profile,
    side: others?.side,
  }
  const made = await makeShape({ cutout, colours, params }, seen, enter)
  const { fields, mesh: simple, isFrontAlone } = made
  if (isFrontAlone) {
    warnings.push(
      'The pictures of the sides do not fit the front; the shape follows the front alone.',
    )
  }
  enter('uv')
  const mesh = unwrapMesh(simple, cutout)
  enter('texture')
  const textures = await paintTextures(mesh, {
    fields,
    colours,
    layout: layoutFor(cutout),
    params,
    onProgress: (done) => enter('texture', done),
    others: isFrontAlone && others ? { ...others, views: { back: others.views.back } } : others,
  })
  return { mesh, textures }
}

async function makeRelief(
  { picture, foreground }: Scene,
  params: EngineParams,
  enter: Enter,
): Promise<Made> {
  enter('fields')
  const relief = await buildRelief(picture, foreground, params)
  enter('mesh')
  const dense = meshRelief(relief)
  enter('simplify')
  const simple = await simplifyMesh(dense, params.face_limit)
  enter('uv')
  const mesh = unwrapRelief(simple, relief)
  enter('texture')
  return { mesh, textures: await paintRelief(relief, params) }
}
