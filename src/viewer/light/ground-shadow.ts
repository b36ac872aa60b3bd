import {
  DoubleSide,
  MeshDepthMaterial,
  NoBlending,
  OrthographicCamera,
  type Scene,
  ShaderMaterial,
  Vector2,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js'
import type { Bounds } from '../loading/bounds.ts'
import { noTexture } from './no-texture.ts'

const resolution = 256
/** Height up to which surfaces darken the ground, in radii of the model. */
const shadowReach = 0.8
/**
 * Margin of the ground plane around the model, in radii of the model. The shadow ends inside the
 * margin.
 */
const shadowSpread = 0.9
const shadowDarkness = 0.55
/** Light reflected by the ground, which makes the shadow visible on a dark page. */
const bounceLight = 0.1

/** Returns the side of the ground plane that the shadow of a model covers, in metres. */
export function getShadowSize({ box, radius }: Bounds): number {
  return Math.max(box.max.x - box.min.x, box.max.z - box.min.z) + 2 * radius * shadowSpread
}

/**
 * Draws the shadow below a model: a blurred picture of the model's distance from the ground, seen
 * from below.
 * @param scene contains only the model, on y = 0, centred on the vertical axis.
 * @returns the picture, which the caller must dispose.
 */
export function bakeGroundShadow(
  gl: WebGLRenderer,
  scene: Scene,
  bounds: Bounds,
): WebGLRenderTarget {
  const { radius } = bounds
  const half = getShadowSize(bounds) / 2
  const front = new WebGLRenderTarget(resolution, resolution)
  const back = new WebGLRenderTarget(resolution, resolution, { depthBuffer: false })

  const before = gl.getRenderTarget()
  drawNearness(gl, scene, { half, radius, target: front })
  // A second, narrower blur removes the visible steps of the first blur.
  const texelsPerRadius = (resolution * radius) / (2 * half)
  blur(
    gl,
    { front, back },
    [0.16, 0.05].map((fraction) => fraction * texelsPerRadius),
  )
  gl.setRenderTarget(before)
  back.dispose()
  return front
}

/**
 * Draws the model from below into `target`. Red is 1 where the model touches the ground, and 0
 * above `shadowReach`.
 */
function drawNearness(
  gl: WebGLRenderer,
  scene: Scene,
  { half, radius, target }: { half: number; radius: number; target: WebGLRenderTarget },
): void {
  const gap = radius / 100
  const camera = new OrthographicCamera(-half, half, half, -half, 0, radius * shadowReach + gap)
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

function blur(
  gl: WebGLRenderer,
  { front, back }: { front: WebGLRenderTarget; back: WebGLRenderTarget },
  widths: readonly number[],
): void {
  const uniforms = {
    source: noTexture(),
    stride: { value: new Vector2() },
    channel: { value: new Vector4() },
    power: { value: 1 },
    isLast: { value: false },
  }
  const material = new ShaderMaterial({
    uniforms,
    vertexShader: blurVertex,
    fragmentShader: blurFragment,
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  })
  const quad = new FullScreenQuad(material)
  const pass = (
    from: WebGLRenderTarget,
    to: WebGLRenderTarget,
    stride: readonly [x: number, y: number],
  ) => {
    uniforms.source.value = from.texture
    uniforms.stride.value.set(...stride).divideScalar(resolution * blurTaps)
    gl.setRenderTarget(to)
    quad.render(gl)
  }
  widths.forEach((width, index) => {
    const isFirst = index === 0
    uniforms.channel.value.set(isFirst ? 1 : 0, 0, 0, isFirst ? 0 : 1)
    // The first blur squares the nearness, so that higher parts cast much less shadow.
    uniforms.power.value = isFirst ? 2 : 1
    uniforms.isLast.value = false
    pass(front, back, [width, 0])
    uniforms.channel.value.set(0, 0, 0, 1)
    uniforms.power.value = 1
    uniforms.isLast.value = index === widths.length - 1
    pass(back, front, [0, width])
  })
  material.dispose()
  quad.dispose()
}

const blurTaps = 10

const blurVertex = `
  varying vec2 vUv;
  void main() {
    vUv = uv;
    gl_Position = vec4(position.xy, 0.0, 1.0);
  }
`

/** A Gaussian, cut off at 2.5 standard deviations. Nearness becomes the opacity of black. */
const blurFragment = `
  uniform sampler2D source;
  uniform vec2 stride;
  uniform vec4 channel;
  uniform float power;
  uniform bool isLast;
  varying vec2 vUv;
  void main() {
    // The camera looks up, which swaps near and far.
    vec2 middle = isLast ? vec2(vUv.x, 1.0 - vUv.y) : vUv;
    float sum = 0.0;
    float weights = 0.0;
    for (int tap = -${blurTaps}; tap <= ${blurTaps}; tap++) {
      float offset = float(tap) / ${blurTaps}.0;
      float weight = exp(-3.125 * offset * offset);
      float nearness = dot(texture2D(source, middle + stride * float(tap) * 2.5), channel);
      sum += weight * pow(nearness, power);
      weights += weight;
    }
    gl_FragColor = vec4(vec3(0.0), sum / weights);
  }
`

const groundVertex = `
  varying vec2 vUv;
  void main() {
    vUv = uv;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`

const groundFragment = `
  uniform sampler2D shadow;
  uniform float amount;
  varying vec2 vUv;
  void main() {
    float dark = ${shadowDarkness} * texture2D(shadow, vUv).a;
    float away = min(1.0, 2.0 * length(vUv - 0.5));
    float light = ${bounceLight} * pow(1.0 - away, 2.0) * (1.0 + 2.0 * away) * (1.0 - dark);
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    vec2 drawn = amount * vec2(light, dark + light);
    drawn = max(vec2(0.0), drawn + step(0.002, drawn) * noise / 255.0);
    gl_FragColor = vec4(vec3(min(drawn.x, drawn.y)), drawn.y);
  }
`

/** Draws a baked shadow, with the uniforms `shadow` (the picture) and `amount` (0 to 1). */
export const groundShader = { vertexShader: groundVertex, fragmentShader: groundFragment }
