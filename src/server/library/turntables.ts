import { and, eq, isNull } from 'drizzle-orm'
import { turntableFrames, turntableSidePx } from '#contract/turntable.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { createGate } from '../process/gate.ts'
import type { EngineWorkers } from '../engine/engine-workers.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** Pictures of a model from all around, drawn once, when somebody first wants to see them. */
export type Turntables = {
  /**
   * The key of an asset's pictures, drawn now if they never were; `undefined` where there is no such
   * asset or nothing of it can be drawn.
   *
   * @throws {HttpError} `rate_limited` while many others are being drawn.
   */
  keyOf: (assetId: string) => Promise<string | undefined>
}

/** Models are made in the same threads: a hand that wanders over the library must not hold them up. */
const drawingMax = 1
const waitingMax = 8
const smallBytesMax = 4 * 1024 * 1024
const drawTimeoutMs = 30_000
/** Larger models take too long to draw so many times. */
const modelBytesMax = 64 * 1024 * 1024

export function createTurntables({
  store: { db },
  blobs,
  inspect,
}: {
  store: Store
  blobs: BlobStore
  inspect: EngineWorkers['inspect']
}): Turntables {
  const gate = createGate({ runningMax: drawingMax, waitingMax, smallBytesMax, what: '3D models' })
  const drawing = new Map<string, Promise<string | undefined>>()
  /** Of which nothing can be drawn; asked again after a restart only. */
  const hopeless = new Set<string>()

  async function draw(assetId: string, blobKey: string): Promise<string | undefined> {
    const glb = await blobs.read(blobKey)
    const { turntable } = await inspect(
      {
        type: 'inspect',
        glb,
        thumbnailSidePx: 16,
        turntable: { frames: turntableFrames, sidePx: turntableSidePx },
      },
      { signal: AbortSignal.timeout(drawTimeoutMs) },
    )
    if (!turntable) {
      hopeless.add(assetId)
      return undefined
    }
    const key = await blobs.put(turntable)
    await db.update(assets).set({ turntableKey: key }).where(eq(assets.id, assetId))
    return key
  }

  return {
    keyOf: async (assetId) => {
      const [asset] = await db
        .select()
        .from(assets)
        .where(and(eq(assets.id, assetId), isNull(assets.deletedAt)))
      if (!asset) return undefined
      if (asset.turntableKey !== null) return asset.turntableKey
      const isDrawable = asset.mimeType === 'model/gltf-binary' && asset.sizeBytes <= modelBytesMax
      if (!isDrawable || hopeless.has(assetId)) return undefined
      const known = drawing.get(assetId)
      if (known) return known
      const work = gate(() => draw(assetId, asset.blobKey), { bytes: asset.sizeBytes })
      drawing.set(assetId, work)
      try {
        return await work
      } finally {
        drawing.delete(assetId)
      }
    },
  }
}
