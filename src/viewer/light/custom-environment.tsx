import { useThree } from '@react-three/fiber'
import { useEffect } from 'react'
import type { Scene, Texture } from 'three'
import { showToast } from '#ui/feedback/toasts.ts'
import { lightTexture } from './studio-light.ts'
import { addPanorama } from './panorama-texture.ts'
import type { DrawnPanorama } from './panorama-worker.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'

/** Largest accepted panorama file in bytes, which is enough for 8192 × 4096 pixels. */
const fileMaxBytes = 200 * 2 ** 20

/** Lights the stage with the user's panorama (Radiance HDR) while mounted. */
export function CustomEnvironment({ file, onFailed }: { file: File; onFailed: () => void }) {
  const scene = useThree((state) => state.scene)
  const invalidate = useThree((state) => state.invalidate)

  useEffect(() => {
    const abort = new AbortController()
    let takeAway = () => {}
    const hang = async () => {
      if (file.size > fileMaxBytes) throw new RangeError('Too large.')
      const bytes = await file.arrayBuffer()
      const worker = new Worker(new URL('./panorama-worker.ts', import.meta.url), {
        type: 'module',
      })
      const { faces, picture } = await askWorker<DrawnPanorama>(
        worker,
        { bytes },
        { signal: abort.signal, transfer: [bytes] },
      )
      const made = lightTexture(faces)
      addPanorama(made, picture)
      const before = scene.environment
      light(scene, made)
      invalidate()
      takeAway = () => {
        light(scene, before)
        made.dispose()
        invalidate()
      }
    }
    hang().catch(() => {
      if (abort.signal.aborted) return
      showToast({
        kind: 'error',
        title: 'Could not load the HDRI',
        detail: 'The file is not a Radiance HDR panorama, or it is damaged.',
      })
      onFailed()
    })
    return () => {
      abort.abort()
      takeAway()
    }
  }, [scene, invalidate, file, onFailed])

  return null
}

function light(scene: Scene, texture: Texture | null): void {
  scene.environment = texture
}
