import {
  DataTexture,
  Group,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  Spherical,
  SRGBColorSpace,
  type WebGLRenderer,
} from 'three'
import { firstLookRatio, framingDistance, pixelRatioFor } from '../camera/fit.ts'
import {
  clipRange,
  firstDirection,
  freeHeightOf,
  standOnGround,
  stageFov,
} from '../camera/standing.ts'
import { isDrawnInSoftware } from '../gpu/gl-canvas.ts'
import { prepareModel } from '../gpu/prepare-model.ts'
import { createDeferredLight, type DeferredLight } from '../light/studio-light.ts'
import type { Model } from '../loading/load-glb.ts'
import { createPreviewMaterials, type PreviewMaterials } from './preview-materials.ts'

/** What a model's first frame leaves to the stage. */
export type FirstLook = {
  model: Model
  /** What the model is drawn with until its own materials are ready. */
  materials: PreviewMaterials
  light: DeferredLight
  /** Resolves when the model can be drawn with its own materials without a freeze. */
  ready: Promise<void>
}

type FirstLookOptions = {
  /** Of the canvas, in CSS pixels. */
  width: number
  height: number
  /** See `ViewerProps`. */
  insetPx: number
  exposureEv: number
  /** The look at the same model that the canvas has in another size, or has lost. */
  before?: FirstLook | undefined
}

/**
 * Draws a model as the stage will show it first, but without react-three-fiber. Its code is a fifth of what
 * a viewer needs, and loads once the model is seen.
 */
export function drawFirstLook(
  gl: WebGLRenderer,
  model: Model,
  options: FirstLookOptions,
): FirstLook {
  const { width, height, exposureEv, before } = options
  const materials = before?.materials ?? createPreviewMaterials(model.scene)
  const light = before?.light ?? createDeferredLight()
  const scene = new Scene()
  // As the stage's own: programs are made for a scene that is lit like this.
  scene.environment = light.texture
  const place = standing(model)
  scene.add(place)
  const camera = cameraFor(model, options)
  materials.apply()
  materials.lightFor(camera.quaternion)
  const ratio = pixelRatioFor(width, height, window.devicePixelRatio)
  const firstRatio = isDrawnInSoftware() ? Math.min(ratio, firstLookRatio) : ratio
  gl.setPixelRatio(firstRatio)
  gl.setSize(width, height)
  gl.toneMappingExposure = 2 ** exposureEv
  gl.render(scene, camera)
  const sharpen = async () => {
    await untilSeen()
    // The stage may have it by now, which draws all pixels itself.
    if (model.scene.parent !== place || gl.getPixelRatio() !== firstRatio) return
    gl.setPixelRatio(ratio)
    gl.render(scene, camera)
  }
  const isSharp = firstRatio < ratio ? sharpen() : Promise.resolve()
  const ready =
    before?.ready ??
    isSharp.then(() => readyOwnMaterials({ gl, scene, camera }, { model, materials, light }))
  return { model, materials, light, ready }
}

/**
 * Draws a dot as most models are drawn at first, and takes it away: whoever draws makes the program for that now,
 * while the model is still on its way.
 *
 * @returns frees what it was drawn with. The program is kept until then.
 */
export function rehearseFirstLook(gl: WebGLRenderer): () => void {
  const map = new DataTexture(new Uint8Array(4), 1, 1)
  map.colorSpace = SRGBColorSpace
  map.needsUpdate = true
  const own = new MeshStandardMaterial({ map })
  const dot = new Mesh(new PlaneGeometry(0.01, 0.01), own)
  const materials = createPreviewMaterials(dot)
  const scene = new Scene()
  scene.add(dot)
  const camera = new PerspectiveCamera()
  camera.position.z = 1
  materials.apply()
  materials.lightFor(camera.quaternion)
  gl.render(scene, camera)
  gl.clear()
  return () => {
    materials.dispose()
    dot.geometry.dispose()
    map.dispose()
  }
}

/** The browser shows what was drawn before it comes back. */
const untilSeen = () => new Promise<void>((resolve) => setTimeout(resolve))

type PreparedOn = Parameters<typeof prepareModel>[0]

/** Gets what the model itself is drawn with ready, while it is seen in preview materials. Never rejects. */
export async function readyOwnMaterials(
  stage: PreparedOn,
  { model, materials, light }: Omit<FirstLook, 'ready'>,
): Promise<void> {
  await untilSeen()
  if (materials.isDisposed()) return
  light.draw()
  const getting = prepareModel(stage, model.scene, (compile) => {
    materials.restore()
    compile()
    materials.apply()
  })
  // What could not be got ready only makes the next frame slower.
  await getting.catch(() => {})
}

function standing({ scene, bounds: { box, centre } }: Model): Group {
  const place = new Group()
  place.position.set(-centre.x, -box.min.y, -centre.z)
  return place.add(scene)
}

function cameraFor({ bounds }: Model, { width, height, insetPx }: FirstLookOptions) {
  const aspect = width / height
  const model = standOnGround(bounds)
  const { near, far } = clipRange(model.radius)
  const camera = new PerspectiveCamera(stageFov, aspect, near, far)
  const { azimuth, polar } = firstDirection(model)
  const freeHeight = freeHeightOf(height, insetPx)
  const distance = framingDistance(model.radius, { fov: stageFov, aspect, freeHeight })
  const from = new Spherical(distance, polar, azimuth).makeSafe()
  camera.position.setFromSpherical(from).add(model.centre)
  camera.lookAt(model.centre)
  camera.updateMatrixWorld()
  return camera
}
