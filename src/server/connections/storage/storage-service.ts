import type { Download, StoredModel } from '#contract/stored-models.ts'
import type { Changes } from '../../changes/changes.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ModelStorage } from '../../ports/model-storage.ts'
import { signalWithin } from '../../process/signal-within.ts'
import type { LiveConnections } from '../live-connections.ts'
import { createModelDownloads, type Downloads } from './downloads.ts'

/** Manages models on the disks of connected servers. Methods throw the errors of `ModelStorage`. */
export type StorageService = Pick<Downloads, 'remove' | 'removeOf' | 'close'> & {
  /** @throws {HttpError} `not_found` for a connection that stores no models. */
  list: (connectionId: string, signal: AbortSignal) => Promise<StoredModel[]>
  downloads: () => Download[]
  /** @throws {HttpError} the errors of `list`, and `conflict` for too many downloads. */
  download: (connectionId: string, model: string) => Download
  unload: (connectionId: string, model: string, signal: AbortSignal) => Promise<void>
  delete: (connectionId: string, model: string, signal: AbortSignal) => Promise<void>
}

/** Maximum wait for a connected server to list, unload or delete models. */
const answerMs = 60_000

export function createStorageService({
  live,
  changes,
}: {
  live: LiveConnections
  changes: Changes
}): StorageService {
  const renew = (connectionId: string) => {
    live.renew(connectionId)
    changes.tell('models')
    changes.tell('connections')
  }
  const downloads = createModelDownloads({
    onChange: () => changes.tell('downloads'),
    onDone: renew,
  })
  const getStorage = (connectionId: string): ModelStorage => {
    const storage = live.providerOf(connectionId)?.storage
    if (storage) return storage
    throw new HttpError('not_found', 'There is no connection with this id that stores models.')
  }

  return {
    downloads: downloads.list,
    remove: downloads.remove,
    removeOf: downloads.removeOf,
    close: downloads.close,
    list: (connectionId, signal) => getStorage(connectionId).list(signalWithin(answerMs, signal)),
    download: (connectionId, model) =>
      downloads.start(getStorage(connectionId), { connectionId, model }),
    unload: async (connectionId, model, signal) => {
      await getStorage(connectionId).unload(model, signalWithin(answerMs, signal))
      changes.tell('connections')
    },
    delete: async (connectionId, model, signal) => {
      await getStorage(connectionId).remove(model, signalWithin(answerMs, signal))
      renew(connectionId)
    },
  }
}
