import { useEffect, useEffectEvent, useState } from 'react'
import { prefetchAfter } from '#ui/layout/prefetch.ts'
import type { PreviewModel } from '../preview/preview.ts'
import { models } from './models.ts'
import type { ParsedModel } from './parse-glb.ts'

type ModelState = {
  model: ParsedModel | undefined
  isCurrent: boolean
  fraction: number
  /** An early version of the first model, or `'none'` if there will be no early version. */
  early: Early['plain'] | 'none'
  onEarlyDrawn: () => void
  onEarlyOver: () => void
  failure: unknown
  retry: () => void
}

type Early = { plain: PreviewModel | undefined; resolve: () => void }

type Attempt = {
  url: string
  count: number
  fraction: number
  early?: Early | undefined
  failure?: unknown
}

export type LoadSteps = {
  wantsEarly: boolean
  prepare: (model: ParsedModel) => Promise<void>
  onLoaded: (model: ParsedModel) => void
  onFailed: (error: unknown) => void
}

/**
 * Loads the model at `url`, and keeps the previous model until then. After a failure there is no
 * model, because the old model would appear under the new name.
 */
export function useModel(
  url: string | undefined,
  { wantsEarly, prepare, onLoaded, onFailed }: LoadSteps,
): ModelState {
  const [viewer] = useState(() => Symbol('viewer'))
  const [count, setCount] = useState(0)
  const [attempt, setAttempt] = useState<Attempt>()
  const [loaded, setLoaded] = useState<{ url: string; model: ParsedModel }>()
  const current = attempt?.url === url && attempt?.count === count ? attempt : undefined
  const failure = current?.failure
  const standing = url === undefined || failure !== undefined ? undefined : loaded
  const prepareNext = useEffectEvent(async (next: ParsedModel) => {
    if (standing) await prepare(next)
  })
  const isEarlyWanted = useEffectEvent(() => wantsEarly && !standing)
  const reportLoaded = useEffectEvent(onLoaded)
  const reportFailed = useEffectEvent(onFailed)

  useEffect(() => {
    if (url === undefined) return
    let isWanted = true
    const showEarly = (plain: PreviewModel | undefined) =>
      new Promise<void>((resolve) => {
        if (isWanted) setAttempt({ url, count, fraction: 1, early: { plain, resolve } })
        if (!isWanted || !plain) resolve()
      })
    const lease = models.acquire(url, {
      viewer,
      // Rounds to whole percents, because each network packet would otherwise render the page.
      onProgress: (fraction) =>
        setAttempt({ url, count, fraction: Math.floor(fraction * 100) / 100 }),
      ...(isEarlyWanted() && { onEarly: showEarly }),
    })
    prefetchAfter(lease.ready)
    const load = async () => {
      const model = await lease.ready
      if (isWanted) await prepareNext(model)
      if (!isWanted) return
      setLoaded({ url, model })
      reportLoaded(model)
    }
    load().catch((error: unknown) => {
      if (!isWanted) return
      setAttempt({ url, count, fraction: 0, failure: error })
      reportFailed(error)
    })
    return () => {
      isWanted = false
      lease.release()
    }
  }, [url, count, viewer])

  // Acquires another lease, because this model stays visible while the next model loads.
  useEffect(() => {
    if (!standing) return
    const lease = models.acquire(standing.url, { viewer })
    return () => {
      lease.release()
      setLoaded((now) => (now === standing ? undefined : now))
    }
  }, [standing, viewer])

  return {
    model: standing?.model,
    isCurrent: standing !== undefined && standing.url === url,
    fraction: current?.fraction ?? 0,
    early: current?.early && (current.early.plain ?? 'none'),
    onEarlyDrawn: () => current?.early?.resolve(),
    onEarlyOver: () => setAttempt((now) => (now?.early ? { ...now, early: undefined } : now)),
    failure,
    retry: () => setCount(count + 1),
  }
}
