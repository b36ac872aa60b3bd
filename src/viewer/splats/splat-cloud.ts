import {
  type BufferAttribute,
  BufferGeometry,
  type Camera,
  DataTexture,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type Intersection,
  Matrix4,
  Mesh,
  type Raycaster,
  RGBAIntegerFormat,
  type ShaderMaterial,
  UnsignedIntType,
  Vector3,
  Vector4,
  type WebGLRenderer,
} from 'three'
import { requestFrame } from '../rendering/redraws.ts'
import { splatsLayer } from '../rendering/stage-passes.ts'
import { coefficientCounts, type Degree } from '#model-files/splats/harmonics.ts'
import { harmonicTexels } from '#model-files/splats/pack-harmonics.ts'
import { splatsARow } from '#model-files/splats/pack-splats.ts'
import { sortSplats } from '#model-files/splats/sort-splats.ts'
import { makeSplatMaterial } from './splat-material.ts'
import type { SplatAnswer, SplatQuestion } from './splat-questions.ts'

/** Number of splats up to which sorting is synchronous, which takes a millisecond or two. */
const sortedAtOnceMax = 100_000
/** Cosine of about half a degree. A smaller change of the view direction needs no new sorting. */
const sameDirection = 0.99996
const touchedMin = 0.2

type CloudParts = {
  positions: Float32Array<ArrayBuffer>
  opacities: Float32Array<ArrayBuffer>
  scales: Float32Array<ArrayBuffer>
  packed: Uint32Array<ArrayBuffer>
  harmonics?: Uint32Array<ArrayBuffer> | undefined
  degree?: Degree
  worker?: Worker
}

/**
 * Gaussian splats, drawn from back to front (Kerbl et al. 2023). A worker sorts large clouds, so
 * their order may be a few frames late during a fast rotation.
 */
export class SplatCloud extends Mesh<InstancedBufferGeometry, ShaderMaterial> {
  /** Centres of the visible splats, or of all splats if none is visible, for the model's bounds. */
  readonly centres: Float32Array
  readonly #parts: CloudParts
  readonly #order: InstancedBufferAttribute
  /** Second buffer for the order of splats, `undefined` while the worker has the buffer. */
  #spare: Uint32Array<ArrayBuffer> | undefined
  readonly #sortedFor = new Vector3()
  readonly #towards = new Vector3()
  readonly #viewport = new Vector4()
  readonly #modelView = new Matrix4()
  readonly #inverse = new Matrix4()

  constructor(parts: CloudParts) {
    const count = parts.opacities.length
    const order = new InstancedBufferAttribute(
      Uint32Array.from({ length: count }, (_, splat) => splat),
      1,
    )
    order.setUsage(DynamicDrawUsage)
    const { packed, harmonics, degree = 0 } = parts
    const changing = harmonics && makeTexture(harmonics, harmonicTexels(coefficientCounts[degree]))
    super(makeGeometry(order), makeSplatMaterial(makeTexture(packed, 2), changing, degree))
    this.#parts = parts
    this.#order = order
    this.#spare = new Uint32Array(count)
    this.centres = visibleCentres(parts)
    // three.js cannot know whether splats are visible, because only the graphics card computes
    // their extent.
    this.frustumCulled = false
    this.layers.set(splatsLayer)
    parts.worker?.addEventListener('message', this.#onSorted)
    this.geometry.addEventListener('dispose', () => parts.worker?.terminate())
  }

  override onBeforeRender = (renderer: WebGLRenderer, _: unknown, camera: Camera): void => {
    const { uniforms } = this.material
    renderer.getCurrentViewport(this.#viewport)
    uniforms['viewport']?.value.set(this.#viewport.z, this.#viewport.w)
    const exposure = uniforms['exposure']
    if (exposure) exposure.value = renderer.toneMappingExposure
    this.#seeFrom(camera, uniforms['eye']?.value)
    this.material.uniformsNeedUpdate = true
    this.#sortFor(camera)
  }

  override clone(): this {
    const { worker: _, ...parts } = this.#parts
    return new SplatCloud(parts) as this
  }

  override raycast({ ray, camera }: Raycaster, found: Intersection[]): void {
    const { positions, scales, opacities } = this.#parts
    const own = ray.clone().applyMatrix4(new Matrix4().copy(this.matrixWorld).invert())
    const centre = new Vector3()
    let nearest = Infinity
    let hit = -1
    for (let splat = 0; splat < opacities.length; splat++) {
      if ((opacities[splat] ?? 0) < touchedMin) continue
      const at = splat * 3
      const reach = Math.max(scales[at] ?? 0, scales[at + 1] ?? 0, scales[at + 2] ?? 0)
      centre.fromArray(positions, at)
      const along = centre.sub(own.origin).dot(own.direction)
      if (along <= 0 || along >= nearest) continue
      if (own.distanceSqToPoint(centre.fromArray(positions, at)) > reach * reach) continue
      nearest = along
      hit = splat
    }
    if (hit < 0 || !camera) return
    const point = centre
      .fromArray(positions, hit * 3)
      .applyMatrix4(this.matrixWorld)
      .clone()
    found.push({ distance: ray.origin.distanceTo(point), point, object: this })
  }

  /**
   * Computes the eye's position in the splats' coordinates, or only its direction in orthographic
   * projection.
   */
  #seeFrom({ matrixWorld, projectionMatrix }: Camera, eye: Vector4): void {
    const { elements } = matrixWorld
    const isFlat = projectionMatrix.elements[15] === 1
    eye.fromArray(elements, isFlat ? 8 : 12).setW(isFlat ? 0 : 1)
    eye.applyMatrix4(this.#inverse.copy(this.matrixWorld).invert())
  }

  #sortFor(camera: Camera): void {
    this.#modelView.multiplyMatrices(camera.matrixWorldInverse, this.matrixWorld)
    // The matrix' third row gives the depth of a point, which grows towards the eye.
    const { elements } = this.#modelView
    this.#towards.set(elements[2] ?? 0, elements[6] ?? 0, elements[10] ?? 0).normalize()
    if (this.#towards.dot(this.#sortedFor) > sameDirection) return
    const isFirst = this.#sortedFor.lengthSq() === 0
    const towards: [number, number, number] = [this.#towards.x, this.#towards.y, this.#towards.z]
    const { worker } = this.#parts
    if (isFirst || !worker || this.#order.count <= sortedAtOnceMax) {
      sortSplats(this.#parts.positions, towards, this.#order.array as Uint32Array)
      this.#order.needsUpdate = true
      this.#sortedFor.copy(this.#towards)
      // Requests another frame, because three.js has already uploaded the old order for this frame.
      requestFrame()
      return
    }
    const order = this.#spare
    if (!order) return
    this.#spare = undefined
    this.#sortedFor.copy(this.#towards)
    const question: SplatQuestion = { type: 'sort', towards, order }
    worker.postMessage(question, [order.buffer])
  }

  readonly #onSorted = ({ data }: MessageEvent<SplatAnswer>): void => {
    if (data.type !== 'sorted') return
    this.#spare = this.#order.array as Uint32Array<ArrayBuffer>
    this.#order.array = data.order
    this.#order.needsUpdate = true
    requestFrame()
  }
}

function makeGeometry(order: BufferAttribute): InstancedBufferGeometry {
  const corners = new BufferGeometry().setAttribute(
    'position',
    new Float32BufferAttribute([-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0], 3),
  )
  const geometry = new InstancedBufferGeometry()
  geometry.setAttribute('position', corners.getAttribute('position'))
  geometry.setIndex([0, 1, 2, 0, 2, 3])
  geometry.setAttribute('order', order)
  geometry.instanceCount = order.count
  return geometry
}

function makeTexture(packed: Uint32Array<ArrayBuffer>, texelsASplat: number): DataTexture {
  const width = splatsARow * texelsASplat
  const height = packed.length / (width * 4)
  const texture = new DataTexture(packed, width, height, RGBAIntegerFormat, UnsignedIntType)
  texture.internalFormat = 'RGBA32UI'
  texture.needsUpdate = true
  return texture
}

function visibleCentres({ positions, opacities }: CloudParts): Float32Array {
  const seen = new Float32Array(positions.length)
  let length = 0
  opacities.forEach((opacity, splat) => {
    if (opacity < touchedMin) return
    seen.set(positions.subarray(splat * 3, splat * 3 + 3), length)
    length += 3
  })
  return length === 0 ? positions : seen.slice(0, length)
}
