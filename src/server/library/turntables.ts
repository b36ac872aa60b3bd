import { and, eq, isNull } from 'drizzle-orm'
import { turntableFrames, turntableSidePx } from '#contract/turntable.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { createGate } from '../process/gate.ts'
import type { EngineWorkers } from '../engine/engine-workers.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/**
 * Turntables, which are animations of a model from all sides. A turntable is rendered once, on the
 * first request.
 */
export type Turntables = {
  /**
   * Returns the key of an asset's turntable, and renders a missing turntable. `undefined` if the
   * asset does not exist or cannot be rendered.
   * @throws {HttpError} `rate_limited` while many others are rendered.
   */
  keyOf: (assetId: string) => Promise<string | undefined>
}

const drawingMax = 1
const waitingMax = 8
const smallBytesMax = 4 * 1024 * 1024
const drawTimeoutMs = 30_000
/** Maximum size in bytes of a model that is rendered. Larger models take too long. */
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
  const gate = createGate({ runningMax: drawingMax, waitingMax, smallBytesMax, what: '3D model' })
  const drawing = new Map<string, Promise<string | undefined>>()
  const hopeless = new Set<string>()

  async function draw(assetId: string, blobKey: string): Promise<string | undefined> {
    // Another request may have rendered the turntable after this request had read the asset.
    const [asset] = await db.select().from(assets).where(eq(assets.id, assetId))
    if (!asset || asset.turntableKey !== null) return asset?.turntableKey ?? undefined
    const glb = await blobs.read(blobKey)
    const signal = AbortSignal.timeout(drawTimeoutMs)
    const { turntable } = await inspect(
      {
        type: 'inspect',
        glb,
        thumbnailSidePx: 16,
        turntable: { frames: turntableFrames, sidePx: turntableSidePx },
      },
      { signal },
    ).catch((error: unknown) => {
      if (!signal.aborted) throw error
      console.warn(`The turntable of model ${assetId} takes too long to render.`)
      return { turntable: undefined }
    })
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
