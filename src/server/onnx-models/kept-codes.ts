import { randomUUID } from 'node:crypto'
import { sceneCodesBytes, sceneCodesDims } from '#contract/networks.ts'
import type { SceneCodes } from '#engine/networks/network-file.ts'
import { HttpError } from '../errors/http-error.ts'

/** Maximum number of scene codes in memory, of two megabytes each. */
const keptMax = 16
/**
 * Lifetime of a scene code in milliseconds. For a task that starts later, the server encodes the
 * picture again.
 */
const keptMs = 30 * 60_000

/**
 * Scene codes (encoded pictures) that browsers have computed, kept in memory until their task runs.
 */
export type KeptCodes = {
  keep: (network: string, bytes: Uint8Array) => string
  find: (network: string, id: string) => SceneCodes | undefined
}

export function keepCodes(now: () => number = Date.now): KeptCodes {
  const kept = new Map<string, { network: string; until: number; codes: SceneCodes }>()
  const dropOld = () => {
    for (const [id, { until }] of kept) {
      if (until <= now() || kept.size > keptMax) kept.delete(id)
    }
  }
  return {
    keep(network, bytes) {
      if (bytes.byteLength !== sceneCodesBytes) {
        throw new HttpError('bad_request', `Scene codes have ${sceneCodesBytes} bytes.`)
      }
      // The bytes are copied, because a `Float32Array` must be aligned to four bytes.
      const data = new Float32Array(Uint8Array.from(bytes).buffer)
      if (!data.every(Number.isFinite)) {
        throw new HttpError('bad_request', 'Some scene codes are no numbers.')
      }
      const id = randomUUID()
      kept.set(id, { network, until: now() + keptMs, codes: { data, dims: sceneCodesDims } })
      dropOld()
      return id
    },
    find(network, id) {
      dropOld()
      const found = kept.get(id)
      return found?.network === network ? found.codes : undefined
    },
  }
}
