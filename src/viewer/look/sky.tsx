import { useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import {
  BufferAttribute,
  BufferGeometry,
  Matrix4,
  Mesh,
  type PerspectiveCamera,
  type Scene,
  ShaderMaterial,
} from 'three'
import { noTexture } from '../light/no-texture.ts'
import { getPanorama } from '../light/panorama-texture.ts'
import { extrasLayer } from '../rendering/stage-passes.ts'

/**
 * Shows the light's environment behind the model.
 * @param blur 0 is sharp. At 1, only bright areas are recognisable.
 */
export function Sky({ blur }: { blur: number }) {
  const scene = useThree((state) => state.scene)
  const invalidate = useThree((state) => state.invalidate)
  const sky = useMemo(() => makeSky(scene), [scene])

  useLayoutEffect(() => {
    sky.blur(blur)
    invalidate()
  }, [sky, blur, invalidate])
  useEffect(
    () => () => {
      sky.dispose()
      invalidate()
    },
    [sky, invalidate],
  )

  return <primitive object={sky.mesh} dispose={null} />
}

const mirrored = new Matrix4().makeScale(-1, 1, 1)
const turned = new Matrix4()

function makeSky(scene: Scene) {
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
  const material = new ShaderMaterial({
    uniforms,
    vertexShader,
    fragmentShader,
    depthWrite: false,
    depthTest: false,
  })
  const geometry = new BufferGeometry()
  // One triangle that is larger than the screen covers all pixels.
  geometry.setAttribute(
    'position',
    new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
  )
  const mesh = new Mesh(geometry, material)
  mesh.layers.set(extrasLayer)
  mesh.frustumCulled = false
  mesh.renderOrder = -1000
  mesh.onBeforeRender = (_gl, _scene, camera) => {
    const { environment, environmentRotation } = scene
    const panorama = environment && getPanorama(environment)
    uniforms.light.value = environment
    uniforms.panorama.value = panorama ?? null
    uniforms.hasPanorama.value = panorama !== undefined && panorama !== null
    uniforms.turn.value.copy(turned.makeRotationFromEuler(environmentRotation).transpose())
    uniforms.turn.value.premultiply(mirrored)
    const { fov, aspect } = camera as PerspectiveCamera
    uniforms.lens.value = Math.tan((fov * Math.PI) / 360)
    uniforms.aspect.value = aspect
    uniforms.cameraTurn.value.extractRotation(camera.matrixWorld)
    material.uniformsNeedUpdate = true
  }
  return {
    mesh,
    blur: (amount: number) => {
      uniforms.blur.value = amount
    },
    dispose: () => {
      geometry.dispose()
      material.dispose()
    },
  }
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
