import type { Camera, Object3D, Scene, Texture, WebGLRenderer } from 'three'
import { whenGpuIdle } from './gpu-idle.ts'
import { collectResources } from './resources.ts'

/**
 * Maximum wait for the GPU in milliseconds. In software rendering, a longer wait would exceed the
 * freeze that the wait avoids.
 */
const waitMaxMs = 1_500

type PreparedOn = { gl: WebGLRenderer; scene: Scene; camera: Camera }

/**
 * Uploads the resources of `model` in small steps before showing the model, so that the page does
 * not freeze.
 * @param compiling runs a function while the model has its own materials, not those of a preview.
 */
export async function prepareModel(
  { gl, scene, camera }: PreparedOn,
  model: Object3D,
  compiling = (compile: () => void) => compile(),
): Promise<void> {
  // After a lost context, the first frame uploads all resources again.
  if (gl.getContext().isContextLost()) return
  const signal = AbortSignal.timeout(waitMaxMs)
  const textures = new Set<Texture>()
  compiling(() => {
    gl.compile(model, camera, scene)
    for (const texture of collectResources(model).textures) textures.add(texture)
  })
  for (const texture of textures) {
    gl.initTexture(texture)
    await whenGpuIdle(gl, signal)
  }
  await whenGpuIdle(gl, signal)
}
