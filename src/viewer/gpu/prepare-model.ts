import type { Camera, Object3D, Scene, Texture, WebGLRenderer } from 'three'
import { whenGpuIdle } from './gpu-idle.ts'
import { collectResources } from './resources.ts'

/**
 * Upper bound of the wait for the GPU in milliseconds. In software rendering, waiting can take
 * longer than the freeze that it avoids.
 */
const waitMaxMs = 1_500

type PreparedOn = { gl: WebGLRenderer; scene: Scene; camera: Camera }

/**
 * Uploads the resources of `model` in small steps before it is shown, so that the page does not
 * freeze. Programs are compiled for the scene with its lights.
 * @param compiling runs a function while the model has its own materials, not those of a preview.
 */
export async function prepareModel(
  { gl, scene, camera }: PreparedOn,
  model: Object3D,
  compiling = (compile: () => void) => compile(),
): Promise<void> {
  // Uploads to a lost context are useless. The first frame after its restoration uploads them.
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
