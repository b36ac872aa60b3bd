import type { Camera, Object3D, Scene, Texture, WebGLRenderer } from 'three'
import { whenGpuIdle } from './gpu-idle.ts'
import { collectResources } from './resources.ts'

/** Without a GPU the waiting can cost more than the freeze that it avoids. */
const waitMaxMs = 1_500

type PreparedOn = { gl: WebGLRenderer; scene: Scene; camera: Camera }

/**
 * Brings what `model` draws with to the GPU before it is on stage, a piece at a time, so
 * that neither the page nor the model before it freezes.
 *
 * The programs are made for the scene with its lights.
 *
 * @param compiling calls what it is given while the model has its own materials on.
 */
export async function prepareModel(
  { gl, scene, camera }: PreparedOn,
  model: Object3D,
  compiling = (compile: () => void) => compile(),
): Promise<void> {
  // A lost context comes back with nothing of this; the first frame then does it all.
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
