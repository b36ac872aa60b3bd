export type LoadWatcher<Early> = {
  onProgress?: (fraction: number) => void
  /**
   * Called once before the whole model is loaded, with a simple version to show early, or undefined
   * without such a version. Loading continues when the returned promise resolves.
   */
  onEarly?: (early: Early | undefined) => Promise<void>
}

type ModelCacheOptions<Model, Early> = {
  maxBytes: number
  /**
   * Loads a model. Must stop and reject when `signal` fires. `watcher` has `onEarly` only if the
   * caller passed it.
   */
  load: (url: string, signal: AbortSignal, watcher: LoadWatcher<Early>) => Promise<Model>
  weigh: (model: Model) => number
  dispose: (model: Model) => void
}

type Lease<Model> = {
  ready: Promise<Model>
  release: () => void
}

/**
 * Loads each model once for concurrent requests, and keeps recently used models in memory up to
 * `maxBytes`.
 */
export type ModelCache<Model, Early> = {
  /** Returns a lease of a model. Only the first request's `onEarly` is called. */
  acquire: (url: string, watcher?: LoadWatcher<Early>) => Lease<Model>
  /**
   * Frees unused models, least recently used first, until at most `maxBytes` and `maxCount` models
   * are left.
   */
  trim: (maxBytes: number, maxCount?: number) => void
  heldBytes: () => number
}

type Entry<Model> = {
  ready: Promise<Model>
  abort: AbortController
  watchers: Set<(fraction: number) => void>
  users: number
  loaded?: { model: Model; bytes: number }
}

export function createModelCache<Model, Early = never>(
  options: ModelCacheOptions<Model, Early>,
): ModelCache<Model, Early> {
  // Oldest use first, because a Map keeps insertion order.
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
    const onProgress = (fraction: number) => watchers.forEach((watcher) => watcher(fraction))
    const entry: Entry<Model> = {
      abort,
      watchers,
      users: 0,
      ready: options.load(url, abort.signal, { onProgress, ...(onEarly && { onEarly }) }).then(
        (model) => {
          watchers.clear()
          if (entries.get(url) !== entry) {
            // Parsing cannot be aborted, so a released model is freed after parsing.
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
    entry.ready.catch(() => undefined) // Prevents an unhandled rejection, because callers get failures through their leases.
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
      // Waits for the next task, because React releases a model and acquires it again in the same
      // task.
      setTimeout(() => settle(url, entry), 0)
    }
    return { ready: entry.ready, release }
  }

  return { acquire, trim, heldBytes }
}
