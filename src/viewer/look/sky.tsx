import { extend } from '@react-three/fiber'
import { useState } from 'react'
import { Matrix4, Mesh, type PerspectiveCamera, ShaderMaterial } from 'three'
import { LightTexture } from '../light/light-texture.ts'
import { noTexture } from '../light/no-texture.ts'
import { PositionGeometry } from '../rendering/position-geometry.ts'
import { extrasLayer } from '../rendering/stage-passes.ts'

extend({ Mesh, PositionGeometry, ShaderMaterial })

/** One triangle that is larger than the screen covers all pixels. */
const wholeScreen = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0])

/**
 * Shows the light's environment behind the model.
 * @param blur 0 is sharp. At 1, only bright areas are recognisable.
 */
export function Sky({ blur }: { blur: number }) {
  const [{ shader, follow }] = useState(createSky)
  return (
    <mesh layers={extrasLayer} frustumCulled={false} renderOrder={-1000} onBeforeRender={follow}>
      <positionGeometry args={[wholeScreen]} />
      <shaderMaterial args={[shader]} uniforms-blur-value={blur} />
    </mesh>
  )
}

const mirrored = new Matrix4().makeScale(-1, 1, 1)
const turned = new Matrix4()

function createSky() {
  const uniforms = {
    light: noTexture(),
    panorama: noTexture(),
    hasPanorama: { value: false },
    turn: { value: new Matrix4() },
    lens: { value: 1 },
    aspect: { value: 1 },
    cameraTurn: { value: new Matrix4() },
    blur: { value: 0 },
  }
  const shader = { uniforms, vertexShader, fragmentShader, depthWrite: false, depthTest: false }
  const follow: Mesh['onBeforeRender'] = (_gl, scene, camera) => {
    const { environment, environmentRotation } = scene
    const panorama = environment instanceof LightTexture ? environment.panorama : undefined
    uniforms.light.value = environment
    uniforms.panorama.value = panorama ?? null
    uniforms.hasPanorama.value = panorama !== undefined
    uniforms.turn.value.copy(turned.makeRotationFromEuler(environmentRotation).transpose())
    uniforms.turn.value.premultiply(mirrored)
    const { fov, aspect } = camera as PerspectiveCamera
    uniforms.lens.value = Math.tan((fov * Math.PI) / 360)
    uniforms.aspect.value = aspect
    uniforms.cameraTurn.value.extractRotation(camera.matrixWorld)
  }
  return { shader, follow }
}

const vertexShader = `
  uniform float lens;
  uniform float aspect;
  uniform mat4 cameraTurn;
  varying vec3 vDirection;
  void main() {
    vDirection = mat3(cameraTurn) * vec3(position.x * aspect * lens, position.y * lens, -1.0);
    gl_Position = vec4(position.xy, 1.0, 1.0);
  }
`

/**
 * Draws the light's cube map. The cube map is small, so it looks blurred even if `blur` is 0. If
 * the light has a sharp panorama, it is mixed in when `blur` is below 0.2.
 */
const fragmentShader = `
  uniform samplerCube light;
  uniform sampler2D panorama;
  uniform bool hasPanorama;
  uniform mat4 turn;
  uniform float blur;
  varying vec3 vDirection;
  void main() {
    vec3 direction = mat3(turn) * normalize(vDirection);
    vec3 seen = textureLod(light, direction, 3.0 * blur).rgb;
    if (hasPanorama && blur < 0.2) {
      float u = atan(direction.z, -direction.x) * 0.15915494 + 0.5;
      float v = acos(clamp(direction.y, -1.0, 1.0)) * 0.31830989;
      seen = mix(textureLod(panorama, vec2(u, v), 0.0).rgb, seen, blur / 0.2);
    }
    gl_FragColor = vec4(seen, 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`
