import type { CutoutMask } from '#contract/files.ts'
import type { AddedNetworks } from '#engine/networks/network-file.ts'
import { HttpError } from '../errors/http-error.ts'
import { BlobMissingError, type BlobStore } from '../files/blobs/blob-store.ts'
import type { FileService } from '../files/file-service.ts'
import { createGate } from '../process/gate.ts'
import type { EngineWorkers } from '../engine/engine-workers.ts'
import { createMaskCache, type KeptMask } from './mask-cache.ts'

/** Finds the main object in stored pictures, as a mask that people can correct. */
export type CutoutService = {
  describe: (fileId: string) => Promise<CutoutMask>
  /**
   * Returns a grey PNG, white where the object is.
   * @throws the errors of `describe`.
   */
  maskOf: (fileId: string) => Promise<Uint8Array>
}

export const formatMaskUrl = (fileId: string): string => `/api/pictures/${fileId}/mask`

/** Timeout of a mask in milliseconds. A mask takes longer while models are being generated. */
const timeoutMs = 90_000
/** Maximum number of waiting requests, each with its picture in memory. */
const waitingMax = 16

/**
 * @param options.weightsPath ONNX file of the built-in model that cuts out objects.
 * @param options.networks other ONNX models that a person has installed for cutting out objects.
 */
export function createCutoutService({
  files,
  blobs,
  engine,
  weightsPath,
  networks,
}: {
  files: Pick<FileService, 'find'>
  blobs: Pick<BlobStore, 'read'>
  engine: Pick<EngineWorkers, 'mask'>
  weightsPath: string
  networks?: { inUse: () => AddedNetworks }
}): CutoutService {
  // One mask is computed at a time, because a mask and a generation together would use all cores of
  // a small machine.
  const gate = createGate({ runningMax: 1, waitingMax, what: 'picture' })
  const kept = createMaskCache()
  const underWay = new Map<string, Promise<KeptMask>>()

  const find = (fileId: string, blobKey: string): Promise<KeptMask> =>
    gate(async () => {
      const picture = await read(blobs, blobKey)
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const found = await engine.mask(
          { type: 'mask', picture, weightsPath, networks: networks?.inUse() },
          { signal },
        )
        const { png, source, confidence, missing, widthPx, heightPx } = found
        const parts = missing.map(({ strips, strip }) => ({ strips: [...strips], strip }))
        const mask: KeptMask = { png, source, confidence, missing: parts, widthPx, heightPx }
        kept.put(fileId, mask)
        return mask
      } catch (cause) {
        if (!signal.aborted) throw cause
        throw new HttpError('timed_out', 'The object was not found in time. Try again.', { cause })
      }
    })

  const maskFor = async (fileId: string): Promise<KeptMask> => {
    const stored = await files.find(fileId)
    if (!stored) throw new HttpError('not_found', 'This picture is not on this server.')
    // The cache key is the file id, because with the content as key the response time would reveal
    // that another person uploaded the same picture.
    const known = kept.get(fileId) ?? underWay.get(fileId)
    if (known) return known
    const coming = find(fileId, stored.blobKey).finally(() => underWay.delete(fileId))
    underWay.set(fileId, coming)
    return coming
  }

  return {
    describe: async (fileId) => {
      const { source, confidence, missing, widthPx, heightPx } = await maskFor(fileId)
      return { source, confidence, missing, widthPx, heightPx, maskUrl: formatMaskUrl(fileId) }
    },
    maskOf: async (fileId) => (await maskFor(fileId)).png,
  }
}

async function read(blobs: Pick<BlobStore, 'read'>, key: string): Promise<Uint8Array> {
  try {
    return await blobs.read(key)
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error
    throw new HttpError('not_found', 'The file of this picture is missing. Upload it again.', {
      cause: error,
    })
  }
}
