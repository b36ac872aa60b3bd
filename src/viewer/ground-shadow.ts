import {
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  NoBlending,
  OrthographicCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  type Texture,
  Vector2,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js'
import type { Bounds } from './bounds.ts'

/** A soft shadow lying under a model. Whoever has it calls `dispose`. */
export type GroundShadow = {
  /** Invisible until its material's `opacity` is raised. */
  mesh: Mesh<PlaneGeometry, MeshBasicMaterial>
  dispose: () => void
}

const RESOLUTION = 256
/** How far above the ground a surface still darkens it, in radii of the model. */
const REACH = 0.8
/** How far the shadow runs out around the model, in radii of it. */
const SPREAD = 0.5

/**
 * Bakes the shadow that a model throws on the ground right under it: its distance from
 * the ground as seen from below, blurred. Costs one drawing of the scene, once.
 *
 * @param scene holds only the model, standing on y = 0 around the vertical axis.
 */
export function bakeGroundShadow(gl: WebGLRenderer, scene: Scene, bounds: Bounds): GroundShadow {
  const { box, radius } = bounds
  const half = Math.max(box.max.x - box.min.x, box.max.z - box.min.z) / 2 + radius * SPREAD
  const front = new WebGLRenderTarget(RESOLUTION, RESOLUTION)
  const back = new WebGLRenderTarget(RESOLUTION, RESOLUTION, { depthBuffer: false })

  const before = gl.getRenderTarget()
  drawNearness(gl, scene, half, radius, front)
  // A wide blur leaves steps between its samples, which a second, narrower one removes.
  const texelsPerRadius = (RESOLUTION * radius) / (2 * half)
  blur(
    gl,
    front,
    back,
    [0.16, 0.05].map((share) => share * texelsPerRadius),
  )
  gl.setRenderTarget(before)
  back.dispose()

  const geometry = new PlaneGeometry(2 * half, 2 * half).rotateX(-Math.PI / 2)
  const material = new MeshBasicMaterial({
    map: front.texture,
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    opacity: 0,
  })
  const mesh = new Mesh(geometry, material)
  // Just below the soles, or flat ones would flicker with it.
  mesh.position.y = -radius / 500
  return {
    mesh,
    dispose: () => {
      geometry.dispose()
      material.dispose()
      front.dispose()
    },
  }
}

/** Red is 1 where the model touches the ground and 0 where it is out of reach. */
function drawNearness(
  gl: WebGLRenderer,
  scene: Scene,
  half: number,
  radius: number,
  target: WebGLRenderTarget,
): void {
  const gap = radius / 100
  const camera = new OrthographicCamera(-half, half, half, -half, 0, radius * REACH + gap)
  camera.position.y = -gap
  camera.up.set(0, 0, 1)
  camera.lookAt(0, 1, 0)
  const material = new MeshDepthMaterial({ side: DoubleSide, blending: NoBlending })
  const { overrideMaterial, environment } = scene
  const alpha = gl.getClearAlpha()
  scene.overrideMaterial = material
  scene.environment = null
  gl.setClearAlpha(0)
  gl.setRenderTarget(target)
  gl.clear()
  gl.render(scene, camera)
  gl.setClearAlpha(alpha)
  scene.overrideMaterial = overrideMaterial
  scene.environment = environment
  material.dispose()
}

/** Blurs `front` across and down for each of `widths` (in texels); the result is in `front`. */
function blur(
  gl: WebGLRenderer,
  front: WebGLRenderTarget,
  back: WebGLRenderTarget,
  widths: readonly number[],
): void {
  const uniforms = {
    source: { value: null as Texture | null },
    stride: { value: new Vector2() },
    channel: { value: new Vector4() },
    power: { value: 1 },
    flip: { value: 0 },
  }
  const material = new ShaderMaterial({
    uniforms,
    vertexShader: BLUR_VERTEX,
    fragmentShader: BLUR_FRAGMENT,
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  })
  const quad = new FullScreenQuad(material)
  const pass = (from: WebGLRenderTarget, to: WebGLRenderTarget, x: number, y: number) => {
    uniforms.source.value = from.texture
    uniforms.stride.value.set(x, y).divideScalar(RESOLUTION * TAPS)
    gl.setRenderTarget(to)
    quad.render(gl)
  }
  widths.forEach((width, index) => {
    const isFirst = index === 0
    uniforms.channel.value.set(isFirst ? 1 : 0, 0, 0, isFirst ? 0 : 1)
    // What hovers fades faster than its height grows.
    uniforms.power.value = isFirst ? 2 : 1
    uniforms.flip.value = 0
    pass(front, back, width, 0)
    uniforms.channel.value.set(0, 0, 0, 1)
    uniforms.power.value = 1
    // Seen from below, near and far are swapped; the last pass puts them right.
    uniforms.flip.value = index === widths.length - 1 ? 1 : 0
    pass(back, front, 0, width)
  })
  material.dispose()
  quad.dispose()
}

const TAPS = 10

const BLUR_VERTEX = /* glsl */ `
  varying vec2 place;
  void main() {
    place = uv;
    gl_Position = vec4(position.xy, 0.0, 1.0);
  }
`

/** A Gauss bell, cut at two and a half deviations. Nearness becomes the opacity of black. */
const BLUR_FRAGMENT = /* glsl */ `
  uniform sampler2D source;
  uniform vec2 stride;
  uniform vec4 channel;
  uniform float power;
  uniform float flip;
  varying vec2 place;
  void main() {
    vec2 middle = vec2(place.x, mix(place.y, 1.0 - place.y, flip));
    float sum = 0.0;
    float weights = 0.0;
    for (int tap = -${TAPS}; tap <= ${TAPS}; tap++) {
      float share = float(tap) / ${TAPS}.0;
      float weight = exp(-3.125 * share * share);
      float nearness = dot(texture2D(source, middle + stride * float(tap) * 2.5), channel);
      sum += weight * pow(nearness, power);
      weights += weight;
    }
    gl_FragColor = vec4(vec3(0.0), sum / weights);
  }
`
