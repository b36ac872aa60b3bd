import { useEffect, useEffectEvent, useState } from 'react'
import { prefetchAfter } from '#ui/layout/prefetch.ts'
import type { PlainModel } from '../first-look/plain-model.ts'
import { models } from './models.ts'
import type { Model } from './parse-glb.ts'

type ModelState = {
  /** What stands on the stage: the last model that loaded, until another one has. */
  model: Model | undefined
  /** Whether `model` is the one that is asked for. */
  isCurrent: boolean
  /** How much of the next one is here, 0 to 1. */
  share: number
  /** What can be seen of the first one before it is all there; `'none'` once nothing can. */
  early: Early['plain'] | 'none'
  /** To be called when that was drawn: the rest waits for it. */
  onEarlyDrawn: () => void
  /** To be called when the model itself is seen: its memory is kept until then. */
  onEarlyOver: () => void
  failure: unknown
  retry: () => void
}

type Early = { plain: PlainModel | undefined; resolve: () => void }

/** What is known about one try to load one address. */
type Attempt = {
  url: string
  count: number
  share: number
  early?: Early | undefined
  failure?: unknown
}

export type LoadSteps = {
  /** Whether a model is shown as soon as it can be, where none stands yet. */
  wantsEarly: boolean
  /**
   * Waited for between loading and showing, so that the model before stays in motion; on an empty
   * stage it is not asked.
   */
  prepare: (model: Model) => Promise<void>
  onLoaded: (model: Model) => void
  onFailed: (error: unknown) => void
}

/**
 * Loads the model at `url`, keeping the one before until it is ready.
 *
 * A failure clears the stage: an old model under a new name would be a lie.
 */
export function useModel(
  url: string | undefined,
  { wantsEarly, prepare, onLoaded, onFailed }: LoadSteps,
): ModelState {
  const [count, setCount] = useState(0)
  const [attempt, setAttempt] = useState<Attempt>()
  const [loaded, setLoaded] = useState<{ url: string; model: Model }>()
  const current = attempt?.url === url && attempt?.count === count ? attempt : undefined
  const failure = current?.failure
  const standing = url === undefined || failure !== undefined ? undefined : loaded
  const prepareNext = useEffectEvent(async (next: Model) => {
    if (standing) await prepare(next)
  })
  const isEarlyWanted = useEffectEvent(() => wantsEarly && !standing)
  const reportLoaded = useEffectEvent(onLoaded)
  const reportFailed = useEffectEvent(onFailed)

  useEffect(() => {
    if (url === undefined) return
    let isWanted = true
    const showEarly = (plain: PlainModel | undefined) =>
      new Promise<void>((resolve) => {
        if (isWanted) setAttempt({ url, count, share: 1, early: { plain, resolve } })
        if (!isWanted || !plain) resolve()
      })
    const lease = models.acquire(url, {
      // Whole percents, or every network packet would render the page.
      onProgress: (share) => setAttempt({ url, count, share: Math.floor(share * 100) / 100 }),
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
      setAttempt({ url, count, share: 0, failure: error })
      reportFailed(error)
    })
    return () => {
      isWanted = false
      lease.release()
    }
  }, [url, count])

  // A claim of its own, because this model stays on the stage while the next one loads.
  // React runs the cleanup after the commit that took the model out of the scene.
  useEffect(() => {
    if (!standing) return
    const lease = models.acquire(standing.url)
    return () => {
      lease.release()
      setLoaded((now) => (now === standing ? undefined : now))
    }
  }, [standing])

  return {
    model: standing?.model,
    isCurrent: standing !== undefined && standing.url === url,
    share: current?.share ?? 0,
    early: current?.early && (current.early.plain ?? 'none'),
    onEarlyDrawn: () => current?.early?.resolve(),
    onEarlyOver: () => setAttempt((now) => (now?.early ? { ...now, early: undefined } : now)),
    failure,
    retry: () => setCount(count + 1),
  }
}
