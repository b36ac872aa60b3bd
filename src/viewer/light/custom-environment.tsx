import { extend } from '@react-three/fiber'
import { useEffect, useState } from 'react'
import { DataTexture, HalfFloatType, LinearFilter, RepeatWrapping } from 'three'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/viewer.ts'
import { LightTexture } from './light-texture.ts'
import type { DrawnPanorama } from './panorama-worker.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'

extend({ DataTexture, LightTexture })

/** Largest accepted panorama file in bytes, which is enough for 8192 × 4096 pixels. */
const fileMaxBytes = 200 * 2 ** 20

/** Lights the stage with the user's panorama (Radiance HDR) while mounted. */
export function CustomEnvironment({ file, onFailed }: { file: File; onFailed: () => void }) {
  const [drawn, setDrawn] = useState<DrawnPanorama & { file: File }>()

  useEffect(() => {
    const abort = new AbortController()
    drawPanorama(file, abort.signal).then(
      (panorama) => setDrawn({ ...panorama, file }),
      () => {
        if (abort.signal.aborted) return
        showToast({
          kind: 'error',
          title: t('Could not load the HDRI'),
          detail: t('The file is not a Radiance HDR panorama, or it is damaged.'),
        })
        onFailed()
      },
    )
    return () => abort.abort()
  }, [file, onFailed])

  if (drawn?.file !== file) return null
  const { width, height, pixels } = drawn.picture
  return (
    <lightTexture attach="environment" args={[drawn.faces]}>
      <dataTexture
        attach="panorama"
        args={[pixels, width, height, undefined, HalfFloatType]}
        magFilter={LinearFilter}
        minFilter={LinearFilter}
        wrapS={RepeatWrapping}
        needsUpdate
      />
    </lightTexture>
  )
}

async function drawPanorama(file: File, signal: AbortSignal): Promise<DrawnPanorama> {
  if (file.size > fileMaxBytes) throw new RangeError('Too large.')
  const bytes = await file.arrayBuffer()
  const worker = new Worker(new URL('./panorama-worker.ts', import.meta.url), { type: 'module' })
  return askWorker<DrawnPanorama>(worker, { bytes }, { signal, transfer: [bytes] })
}
