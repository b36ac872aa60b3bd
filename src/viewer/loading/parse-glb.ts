import { joinWithCommas } from '#lib/format.ts'
import {
  type AnimationClip,
  type Group,
  LoadingManager,
  Material,
  LinearMipmapLinearFilter,
  type Object3D,
  SRGBColorSpace,
  type Texture,
} from 'three'
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { t } from '#languages/viewer.ts'
import { type Bounds, measureBounds } from './bounds.ts'
import { showStrokes } from './strokes.ts'
import { addDecoders } from './decoders.ts'
import { listCameras } from './file-cameras.ts'
import { disposeTree } from '../gpu/dispose.ts'
import { BrokenModelError } from '#model-files/errors.ts'
import { listFeatures } from '#model-files/glb/glb-features.ts'
import type { GlbHeader } from '#model-files/glb/glb-header.ts'
import { chooseVariant } from '#model-files/glb/variants.ts'
import { describePassedOver } from '#model-files/inspect/check-glb.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import type { PointerMotion } from './pointers/animation-pointers.ts'
import { estimateGpuBytes, collectResources } from '../gpu/resources.ts'
import { PictureSource } from '../textures/picture-source.ts'
import { type ReadyPictures, readyPictures, getMipmaps } from '../textures/ready-pictures.ts'

/** A parsed GLB. The owner must call `free` at the end. */
export type ParsedModel = {
  scene: Group
  bounds: Bounds
  facts: LoadedModel
  animations: readonly AnimationClip[]
  pointers: ReadonlyMap<AnimationClip, PointerMotion>
  weightBytes: number
  free: () => void
}

/** Time limit of parsing in milliseconds, because a decoder could hang on a broken file. */
const parseMaxMs = 120_000

export async function parseGlb(
  bytes: Uint8Array<ArrayBuffer>,
  header: GlbHeader,
  url: string,
): Promise<ParsedModel> {
  const { gltf, problems, pointers } = await parse(bytes, header, readyPictures(bytes))
  const version = await chooseVariant(gltf, url)
  const { scene } = version
  const bounds = measureBounds(scene)
  if (!bounds) {
    disposeTree(scene)
    throw new BrokenModelError(
      t('This GLB cannot be shown: it has no geometry, or its geometry has no size.'),
    )
  }
  attachMipmaps(scene)
  showStrokes(scene)
  const weightBytes = estimateGpuBytes(scene)
  const size = bounds.box.max.clone().sub(bounds.box.min)
  return {
    scene,
    bounds,
    weightBytes,
    free: () => disposeTree(scene),
    animations: gltf.animations,
    pointers,
    facts: {
      triangles: header.triangles,
      vertices: header.vertices,
      splats: header.splats,
      sizeBytes: bytes.byteLength,
      sizeMetres: [size.x, size.y, size.z],
      materials: header.materials,
      textures: header.textures.length,
      pictures: header.textures,
      extensions: header.extensionsUsed,
      features: listFeatures(gltf.parser.json),
      gpuBytes: weightBytes,
      scenes: version.scenes,
      cameras: listCameras(scene, bounds),
      animations: gltf.animations.length,
      scene: version.place,
      variants: version.variants,
      problems: [...problems, ...describePassedOver(header.extensionsUsed)],
    },
  }
}

type Parsed = Pick<ParsedModel, 'pointers'> & { gltf: GLTF; problems: string[] }

async function parse(
  bytes: Uint8Array<ArrayBuffer>,
  header: GlbHeader,
  pictures: ReadyPictures,
): Promise<Parsed> {
  const manager = new LoadingManager()
  const problems = new Set<string>()
  // three.js skips an unreadable picture without an error.
  const missPicture = () => problems.add(t('A texture cannot be read and is left out.'))
  manager.onError = missPicture
  manager.setURLModifier((url) => {
    if (url.startsWith('blob:') || url.startsWith('data:')) return url
    throw new BrokenModelError(t('This GLB refers to external files, which are not fetched.'))
  })
  const loader = new GLTFLoader(manager)
  loader.register((parser) => new PictureSource(parser, pictures, missPicture))
  const release = await addDecoders(loader, header.extensionsUsed, (problem) =>
    problems.add(problem),
  )
  try {
    const gltf = await within(parseMaxMs, loader.parseAsync(exactBuffer(bytes), ''))
    const places: Map<unknown, { materials?: number } | undefined> = gltf.parser.associations
    for (const [made, place] of places) {
      // A material that three.js creates by default has no index in the file.
      if (made instanceof Material) made.userData['place'] = place?.materials
    }
    const pointers = await readMore(gltf, header, (problem) => problems.add(problem))
    return { gltf, pointers, problems: [...problems] }
  } catch (cause) {
    if (cause instanceof BrokenModelError) throw cause
    throw new BrokenModelError(t('This GLB is damaged: its contents cannot be read.'), { cause })
  } finally {
    release()
  }
}

/**
 * Reads extensions that three.js does not support: hidden nodes, and animations of properties
 * outside nodes.
 */
async function readMore(
  gltf: GLTF,
  { extensionsUsed }: GlbHeader,
  report: (problem: string) => void,
): Promise<ParsedModel['pointers']> {
  if (extensionsUsed.includes('KHR_node_visibility')) {
    const { hideNodes } = await import('./pointers/node-visibility.ts')
    await hideNodes(gltf)
  }
  if (!extensionsUsed.includes('KHR_animation_pointer')) return new Map()
  const { readPointers } = await import('./pointers/animation-pointers.ts')
  const { motions, passedOver } = await readPointers(gltf)
  if (passedOver.length > 0)
    report(
      t('Not played: the animation of {passedOver}.', { passedOver: joinWithCommas(passedOver) }),
    )
  return motions
}

const exactBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new BrokenModelError(t('Decoding this GLB took longer than two minutes.'))),
      limitMs,
    )
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

function attachMipmaps(root: Object3D): void {
  for (const texture of collectResources(root).textures) {
    const picture: unknown = texture.source.data
    const levels = picture instanceof ImageBitmap ? getMipmaps(picture) : undefined
    if (!levels || !needsMipmaps(texture)) continue
    // three.js accepts pictures as mipmaps, but does not declare that in its types.
    texture.mipmaps = levels as unknown as HTMLCanvasElement[]
    texture.generateMipmaps = false
  }
}

const needsMipmaps = ({ colorSpace, generateMipmaps, minFilter, mipmaps }: Texture): boolean =>
  colorSpace === SRGBColorSpace &&
  generateMipmaps &&
  minFilter === LinearMipmapLinearFilter &&
  !mipmaps?.length
