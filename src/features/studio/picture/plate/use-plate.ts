import { useEffect, useState } from 'react'
import type { PlateAnswer, PlateOptions, PlateQuestion } from '#model-files/plate/plate-options.ts'
import { describeFailure } from '#model-files/errors.ts'
import { toBlob } from '#model-files/to-blob.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'

/** Maximum number of grid nodes of a preview, which takes about a tenth of a second. */
const previewNodesMax = 60_000
/** Milliseconds without a change after which a preview is made. */
const restMs = 200
/**
 * Delay in milliseconds before a URL is revoked, because the viewer may still be reading the file.
 */
const revokeMs = 10_000

export const makePlate = (question: PlateQuestion, signal: AbortSignal): Promise<PlateAnswer> =>
  askWorker<PlateAnswer>(
    new Worker(new URL('../../../../model-files/plate/plate-worker.ts', import.meta.url), {
      type: 'module',
    }),
    { ...question, url: new URL(question.url, document.baseURI).href },
    { signal },
  )

type Preview = {
  plate: (Omit<PlateAnswer, 'glb'> & { url: string }) | undefined
  isBusy: boolean
  failure: string | undefined
}

/** Makes a plate with little detail after each change. */
export function usePlatePreview(
  url: string,
  options: PlateOptions,
  { isBacklit }: Pick<PlateQuestion, 'isBacklit'>,
): Preview {
  const [preview, setPreview] = useState<Preview>({
    plate: undefined,
    isBusy: true,
    failure: undefined,
  })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const make = async () => {
      setPreview((now) => ({ ...now, isBusy: true }))
      try {
        const question = { url, options, isBacklit, nodesMax: previewNodesMax }
        const { glb, ...facts } = await makePlate(question, signal)
        const plate = { ...facts, url: URL.createObjectURL(toBlob(glb, 'model/gltf-binary')) }
        setPreview({ plate, isBusy: false, failure: undefined })
      } catch (error) {
        if (signal.aborted) return
        setPreview((now) => ({ ...now, isBusy: false, failure: describeFailure(error) }))
      }
    }
    const timer = setTimeout(() => void make(), restMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [url, options, isBacklit])

  const shown = preview.plate?.url
  useEffect(() => {
    if (shown === undefined) return undefined
    return () => {
      setTimeout(() => URL.revokeObjectURL(shown), revokeMs)
    }
  }, [shown])
  return preview
}
