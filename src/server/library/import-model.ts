import { eq } from 'drizzle-orm'
import type { Asset, Recipe } from '#contract/assets.ts'
import { newId } from '#lib/id.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import { EngineEndedError } from '../engine/engine-workers.ts'
import { HttpError, toHttpError } from '../errors/http-error.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { createGate } from '../process/gate.ts'
import { checkResult } from '../ports/check-result.ts'
import type { InspectModel } from '../ports/inspect-model.ts'
import { uncounted, type KeptBytes } from '../spending/kept-bytes.ts'
import { assets } from '../store/schema.ts'
import { storable } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { toAsset } from './asset-rows.ts'

/** Maximum size of a model file in bytes. The file is in memory during its inspection. */
export const modelImportBytesMax = 256 * 1024 * 1024

const inspectTimeoutMs = 60_000
/** Maximum number of imports at the same time. Each import holds its file in memory. */
const importingMax = 1
const waitingMax = 3
const smallBytesMax = 4 * 1024 * 1024

/**
 * Adds a person's model file to the library.
 * @param more.id chosen by the caller. A repeated id returns the existing model.
 * @param more.saved the same model in another format, which is stored instead of the inspected GLB.
 * @throws {HttpError} `bad_model` with the problem.
 */
export type ImportModel = (
  bytes: Uint8Array,
  name: string,
  more?: {
    id?: string
    recipe?: Recipe
    saved?: { bytes: Uint8Array; mimeType: string } | undefined
  },
) => Promise<Asset>

export function createImportModel({
  store,
  blobs,
  inspect,
  keptBytes = uncounted,
  timeoutMs = inspectTimeoutMs,
}: {
  store: Store
  blobs: BlobStore
  inspect: InspectModel
  keptBytes?: KeptBytes
  timeoutMs?: number
}): ImportModel {
  const gate = createGate({
    runningMax: importingMax,
    waitingMax,
    smallBytesMax,
    what: '3D model',
  })
  return (glb, name, { id = newId(), recipe, saved } = {}) =>
    gate(
      async () => {
        const { stats, thumbnail } = await look(inspect, glb, timeoutMs)
        const { bytes, mimeType } = saved ?? { bytes: glb, mimeType: glbMimeType }
        const blobKey = await keptBytes.keep(bytes.byteLength, () => blobs.put(bytes))
        const thumbnailKey = thumbnail && (await blobs.put(thumbnail))
        const [row] = await store.db
          .insert(assets)
          .values({
            id,
            name: storable(name),
            mimeType,
            sizeBytes: bytes.byteLength,
            sha256: blobKey,
            blobKey,
            thumbnailKey: thumbnailKey ?? null,
            stats,
            ...(recipe && { recipe }),
          })
          .onConflictDoNothing()
          .returning()
        const [known] = row ? [row] : await store.db.select().from(assets).where(eq(assets.id, id))
        if (!known) throw new Error('The row of an imported model did not come back.')
        return toAsset(known)
      },
      { bytes: glb.byteLength },
    )
}

async function look(inspect: InspectModel, bytes: Uint8Array, timeoutMs: number) {
  const tooLong = AbortSignal.timeout(timeoutMs)
  try {
    checkResult(bytes, glbMimeType)
    return await inspect(bytes, tooLong)
  } catch (cause) {
    if (cause instanceof EngineEndedError) throw tooHeavy('much memory', cause)
    if (tooLong.aborted) throw tooHeavy('long', cause)
    const { code, message } = toHttpError(cause)
    if (code !== 'result_invalid') throw cause
    // The message is adapted, because the engine assumes a file from a provider.
    throw new HttpError('bad_model', message.replace('that came back', 'in this file'), { cause })
  }
}

const tooHeavy = (what: 'long' | 'much memory', cause: unknown) =>
  new HttpError(
    'bad_model',
    `Checking this model takes too ${what}. Simplify it, with fewer parts or smaller textures, and try again.`,
    { cause },
  )
