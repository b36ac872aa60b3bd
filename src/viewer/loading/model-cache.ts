/** What whoever waits for a model is told meanwhile. */
export type LoadWatcher<Early> = {
  /** Hears the share that is here, 0 to 1. */
  onProgress?: (share: number) => void
  /**
   * Is given once what can be shown before the model is all there, or nothing where that cannot be. Loading goes on when
   * the promise resolves.
   */
  onEarly?: (early: Early | undefined) => Promise<void>
}

type ModelCacheOptions<Model, Early> = {
  /** What may stay in memory; models in use are never freed, even beyond it. */
  maxBytes: number
  /** Must stop and reject when `signal` fires. `watcher` has `onEarly` only where somebody wants it. */
  load: (url: string, signal: AbortSignal, watcher: LoadWatcher<Early>) => Promise<Model>
  weigh: (model: Model) => number
  /** Called exactly once for each model that `load` gave. */
  dispose: (model: Model) => void
}

/** One user's claim on a model. */
type Lease<Model> = {
  /** Rejects as `load` does; after `release` it may never settle into anything useful. */
  ready: Promise<Model>
  /** Gives the claim back. A second call does nothing. */
  release: () => void
}

/** Loads models once, however many ask, and keeps the last used ones up to a number of bytes. */
export type ModelCache<Model, Early> = {
  /** `onEarly` is asked only of whoever asks first. */
  acquire: (url: string, watcher?: LoadWatcher<Early>) => Lease<Model>
  /** Frees models that nobody uses, least recently used first, until `maxBytes` in at most `maxCount` models are left. */
  trim: (maxBytes: number, maxCount?: number) => void
  /** Bytes of all models held now, in use or not. */
  heldBytes: () => number
}

type Entry<Model> = {
  ready: Promise<Model>
  abort: AbortController
  watchers: Set<(share: number) => void>
  users: number
  loaded?: { model: Model; bytes: number }
}

export function createModelCache<Model, Early = never>(
  options: ModelCacheOptions<Model, Early>,
): ModelCache<Model, Early> {
  // A Map keeps the order of insertion; the last used entry is moved to its end.
  const entries = new Map<string, Entry<Model>>()

  const heldBytes = () =>
    [...entries.values()].reduce((sum, { loaded }) => sum + (loaded?.bytes ?? 0), 0)

  const trim = (maxBytes: number, maxCount = Infinity) => {
    let held = heldBytes()
    for (const [url, { users, loaded }] of entries) {
      if (held <= maxBytes && entries.size <= maxCount) return
      if (users > 0 || !loaded) continue
      entries.delete(url)
      held -= loaded.bytes
      options.dispose(loaded.model)
    }
  }

  const start = (url: string, onEarly: LoadWatcher<Early>['onEarly']): Entry<Model> => {
    const abort = new AbortController()
    const watchers: Entry<Model>['watchers'] = new Set()
    const onProgress = (share: number) => watchers.forEach((watcher) => watcher(share))
    const entry: Entry<Model> = {
      abort,
      watchers,
      users: 0,
      ready: options.load(url, abort.signal, { onProgress, ...(onEarly && { onEarly }) }).then(
        (model) => {
          watchers.clear()
          if (entries.get(url) !== entry) {
            // Parsing cannot be stopped half-way: nobody waits for this one any more.
            options.dispose(model)
          } else {
            entry.loaded = { model, bytes: options.weigh(model) }
            trim(options.maxBytes)
          }
          return model
        },
        (error: unknown) => {
          if (entries.get(url) === entry) entries.delete(url)
          throw error
        },
      ),
    }
    entry.ready.catch(() => undefined) // Whoever acquired it hears of it through its lease.
    return entry
  }

  const settle = (url: string, entry: Entry<Model>) => {
    if (entry.users > 0 || entries.get(url) !== entry) return
    if (entry.loaded) return trim(options.maxBytes)
    entries.delete(url)
    entry.abort.abort()
  }

  const acquire = (url: string, { onProgress, onEarly }: LoadWatcher<Early> = {}): Lease<Model> => {
    const entry = entries.get(url) ?? start(url, onEarly)
    entries.delete(url)
    entries.set(url, entry)
    entry.users++
    if (onProgress && !entry.loaded) entry.watchers.add(onProgress)

    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      entry.users--
      if (onProgress) entry.watchers.delete(onProgress)
      // A moment later, because React lets go of a model and takes it again in one go.
      setTimeout(() => settle(url, entry), 0)
    }
    return { ready: entry.ready, release }
  }

  return { acquire, trim, heldBytes }
}
