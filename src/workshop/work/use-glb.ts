import { useEffect, useState } from 'react'

import { describeFailure, ModelDownloadError } from '#model-files/errors.ts'
import { chosenUnits } from '#model-files/import/units/chosen-units.ts'
import { importModel } from '#model-files/import/import-model.ts'
import { t } from '#languages/viewer.ts'

export type StoredModelFile = { url: string; fileName: string }

/** State of the conversion, with an object URL of the resulting GLB. */
export type GlbOfFile =
  | { status: 'opening' }
  | { status: 'ready'; url: string }
  | { status: 'failed'; reason: string }

const opening: GlbOfFile = { status: 'opening' }

const downloadTimeoutMs = 120_000

export function useGlb({ url, fileName }: StoredModelFile): GlbOfFile {
  const [made, setMade] = useState<{ of: string; outcome: GlbOfFile }>()

  useEffect(() => {
    const abort = new AbortController()
    let glbUrl: string | undefined
    const make = async () => {
      try {
        const file = await download(url, fileName, abort.signal)
        const { glb } = await importModel([file], { signal: abort.signal, units: chosenUnits() })
        if (abort.signal.aborted) return
        glbUrl = URL.createObjectURL(glb)
        setMade({ of: url, outcome: { status: 'ready', url: glbUrl } })
      } catch (error) {
        if (abort.signal.aborted) return
        setMade({ of: url, outcome: { status: 'failed', reason: describeFailure(error) } })
      }
    }
    void make()
    return () => {
      abort.abort()
      if (glbUrl !== undefined) URL.revokeObjectURL(glbUrl)
    }
  }, [url, fileName])

  return made?.of === url ? made.outcome : opening
}

async function download(url: string, fileName: string, signal: AbortSignal): Promise<File> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(downloadTimeoutMs)])
  try {
    const response = await fetch(url, { signal: bounded })
    if (!response.ok) throw new ModelDownloadError(t('The model is no longer on the server.'))
    return new File([await response.blob()], fileName)
  } catch (error) {
    if (signal.aborted || error instanceof ModelDownloadError) throw error
    throw new ModelDownloadError(t('The model could not be downloaded.'), { cause: error })
  }
}
