import { downloadsAtOnceMax, type Download } from '#contract/stored-models.ts'
import { newId } from '#lib/id.ts'
import { HttpError, toHttpError } from '../../errors/http-error.ts'
import type { ModelStorage } from '../../ports/model-storage.ts'

/** Downloads models to connected servers such as Ollama. Downloads end with this process. */
export type Downloads = {
  list: () => Download[]
  /**
   * Starts a download, or returns the running download of the same model.
   * @throws {HttpError} `conflict` for too many downloads.
   */
  start: (storage: ModelStorage, what: Pick<Download, 'connectionId' | 'model'>) => Download
  /**
   * Cancels a running download, or removes a finished download.
   * @throws {HttpError} `not_found`.
   */
  remove: (id: string) => void
  removeOf: (connectionId: string) => void
  close: () => void
}

const keptMax = 20
/** Minimum time between two notifications of progress, which arrives dozens of times a second. */
const tellStepMs = 400

type Running = { download: Download; stop: AbortController }

/**
 * @param onChange called after progress, at most a few times a second.
 * @param onDone called with the id of the connection that has a new model.
 */
export function createModelDownloads(on: {
  onChange: () => void
  onDone: (connectionId: string) => void
}): Downloads {
  const known = new Map<string, Running>()
  let toldAtMs = -Infinity
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    clearTimeout(timer)
    timer = undefined
    toldAtMs = performance.now()
    on.onChange()
  }
  // Calls are delayed, not dropped, so that the last change is reported as well.
  const tellSoon = () => {
    timer ??= setTimeout(tell, Math.max(0, toldAtMs + tellStepMs - performance.now()))
  }
  const isRunning = ({ download }: Running) => download.state === 'running'
  const forgetOld = () => {
    const over = [...known.values()].filter((one) => !isRunning(one))
    for (const { download } of over.slice(0, -keptMax)) known.delete(download.id)
  }

  const follow = async (storage: ModelStorage, own: Running): Promise<void> => {
    const { stop, download } = own
    const update = (change: Partial<Download>) => {
      own.download = { ...own.download, ...change }
    }
    try {
      await storage.download(download.model, stop.signal, (progress) => {
        update(progress)
        tellSoon()
      })
      update({ state: 'done' })
      on.onDone(download.connectionId)
    } catch (error) {
      if (stop.signal.aborted) update({ state: 'cancelled' })
      else update({ state: 'failed', failure: toHttpError(error).toFailure() })
    }
    forgetOld()
    tell()
  }

  const removeOne = ({ download, stop }: Running, isForgotten: boolean) => {
    stop.abort()
    if (isForgotten || download.state !== 'running') known.delete(download.id)
  }

  return {
    list: () => [...known.values()].map(({ download }) => download).toReversed(),
    start: (storage, { connectionId, model }) => {
      const all = [...known.values()]
      const before = all.filter(
        ({ download }) => download.connectionId === connectionId && download.model === model,
      )
      const same = before.find((one) => isRunning(one) && !one.stop.signal.aborted)
      if (same) return same.download
      if (all.filter(isRunning).length >= downloadsAtOnceMax) throw tooMany()
      for (const { download } of before) known.delete(download.id)
      const download: Download = { id: newId(), connectionId, model, state: 'running', step: '' }
      const own = { download, stop: new AbortController() }
      known.set(download.id, own)
      void follow(storage, own)
      tell()
      return own.download
    },
    remove: (id) => {
      const own = known.get(id)
      if (!own) throw new HttpError('not_found', 'There is no download with this id.')
      removeOne(own, false)
      tell()
    },
    removeOf: (connectionId) => {
      const own = [...known.values()].filter((one) => one.download.connectionId === connectionId)
      for (const one of own) removeOne(one, true)
      if (own.length > 0) tell()
    },
    close: () => {
      clearTimeout(timer)
      for (const { stop } of known.values()) stop.abort()
    },
  }
}

const tooMany = () =>
  new HttpError(
    'conflict',
    `${downloadsAtOnceMax} models are being downloaded already. Wait for one of them or cancel it.`,
  )
