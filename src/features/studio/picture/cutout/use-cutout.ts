import { useEffect, useState } from 'react'
import { isAbort } from '#api/http/errors.ts'
import { t } from '#languages/studio.ts'
import { loadCutout, type LoadedCutout } from './load-cutout.ts'

export type CutoutState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | ({ status: 'ready' } & LoadedCutout)

export function useCutout({ id, url }: { id: string; url: string }): CutoutState {
  const [state, setState] = useState<CutoutState>({ status: 'loading' })

  useEffect(() => {
    const stop = new AbortController()
    loadCutout({ id, url }, stop.signal).then(
      (loaded) => !stop.signal.aborted && setState({ status: 'ready', ...loaded }),
      (error: unknown) => {
        if (stop.signal.aborted || isAbort(error)) return
        const message = error instanceof Error ? error.message : t('The picture cannot be loaded.')
        setState({ status: 'failed', message })
      },
    )
    return () => stop.abort()
  }, [id, url])
  return state
}
