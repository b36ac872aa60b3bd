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

type AcquireOptions<Early> = LoadWatcher<Early> & {
  /**
   * The viewer that will show the model. A model has one place in one scene, so each viewer gets
   * its own copy while others show the same file.
   */
  viewer?: symbol
}

type Lease<Model> = {
  ready: Promise<Model>
  release: () => void
}

/**
 * Loads each model once for concurrent requests of a viewer, and keeps recently used models in
 * memory up to `maxBytes`.
 */
export type ModelCache<Model, Early> = {
  /** Returns a lease of a model. Only the first request's `onEarly` is called. */
  acquire: (url: string, options?: AcquireOptions<Early>) => Lease<Model>
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
  viewer: symbol | undefined
  loaded?: { model: Model; bytes: number }
}

/** Returns the key of the copy that a viewer shows, that no viewer shows, or of a new copy. */
function findKey(
  entries: ReadonlyMap<string, Entry<unknown>>,
  url: string,
  viewer: symbol | undefined,
): string {
  for (let copy = 1; ; copy++) {
    const key = copy === 1 ? url : `${url} ${copy}`
    const entry = entries.get(key)
    if (!entry || entry.users === 0 || entry.viewer === viewer) return key
  }
}

export function createModelCache<Model, Early = never>({
  maxBytes: heldMax,
  load,
  weigh,
  dispose,
}: ModelCacheOptions<Model, Early>): ModelCache<Model, Early> {
  // Oldest use first, because a Map keeps insertion order. The key of the first copy is its address.
  const entries = new Map<string, Entry<Model>>()

  const heldBytes = () =>
    [...entries.values()].reduce((sum, { loaded }) => sum + (loaded?.bytes ?? 0), 0)

  const trim = (maxBytes: number, maxCount = Infinity) => {
    let held = heldBytes()
    for (const [key, { users, loaded }] of entries) {
      if (held <= maxBytes && entries.size <= maxCount) return
      if (users > 0 || !loaded) continue
      entries.delete(key)
      held -= loaded.bytes
      dispose(loaded.model)
    }
  }

  const start = (
    key: string,
    url: string,
    onEarly: LoadWatcher<Early>['onEarly'],
  ): Entry<Model> => {
    const abort = new AbortController()
    const watchers: Entry<Model>['watchers'] = new Set()
    const onProgress = (fraction: number) => watchers.forEach((watcher) => watcher(fraction))
    const entry: Entry<Model> = {
      abort,
      watchers,
      users: 0,
      viewer: undefined,
      ready: load(url, abort.signal, { onProgress, ...(onEarly && { onEarly }) }).then(
        (model) => {
          watchers.clear()
          if (entries.get(key) !== entry) {
            // Parsing cannot be aborted, so a released model is freed after parsing.
            dispose(model)
          } else {
            entry.loaded = { model, bytes: weigh(model) }
            trim(heldMax)
          }
          return model
        },
        (error: unknown) => {
          if (entries.get(key) === entry) entries.delete(key)
          throw error
        },
      ),
    }
    entry.ready.catch(() => undefined) // Prevents an unhandled rejection, because callers get failures through their leases.
    return entry
  }

  const settle = (key: string, entry: Entry<Model>) => {
    if (entry.users > 0 || entries.get(key) !== entry) return
    if (entry.loaded) return trim(heldMax)
    entries.delete(key)
    entry.abort.abort()
  }

  const acquire = (url: string, options: AcquireOptions<Early> = {}): Lease<Model> => {
    const { onProgress, onEarly, viewer } = options
    const key = findKey(entries, url, viewer)
    const entry = entries.get(key) ?? start(key, url, onEarly)
    entries.delete(key)
    entries.set(key, entry)
    entry.users++
    entry.viewer = viewer
    if (onProgress && !entry.loaded) entry.watchers.add(onProgress)

    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      entry.users--
      if (onProgress) entry.watchers.delete(onProgress)
      // Waits for the next task, because React releases a model and acquires it again in the same
      // task.
      setTimeout(() => settle(key, entry), 0)
    }
    return { ready: entry.ready, release }
  }

  return { acquire, trim, heldBytes }
}
