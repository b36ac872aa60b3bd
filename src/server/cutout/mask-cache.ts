import type { CutoutMask } from '#contract/files.ts'

export type KeptMask = Omit<CutoutMask, 'maskUrl'> & { png: Uint8Array }

type MaskCache = {
  get: (key: string) => KeptMask | undefined
  put: (key: string, mask: KeptMask) => void
}

/** Creates a cache of the most recently used masks. */
export function createMaskCache({
  countMax = 200,
  sizeBytesMax = 32 * 1024 * 1024,
}: { countMax?: number; sizeBytesMax?: number } = {}): MaskCache {
  // A map keeps insertion order, so the first entry is the least recently used.
  const masks = new Map<string, KeptMask>()
  let sizeBytes = 0

  const drop = (key: string) => {
    sizeBytes -= masks.get(key)?.png.byteLength ?? 0
    masks.delete(key)
  }

  return {
    get: (key) => {
      const mask = masks.get(key)
      if (mask) {
        masks.delete(key)
        masks.set(key, mask)
      }
      return mask
    },
    put: (key, mask) => {
      drop(key)
      if (mask.png.byteLength > sizeBytesMax) return
      masks.set(key, mask)
      sizeBytes += mask.png.byteLength
      for (const oldest of masks.keys()) {
        if (masks.size <= countMax && sizeBytes <= sizeBytesMax) break
        drop(oldest)
      }
    },
  }
}
