import { randomUUID } from 'node:crypto'
import { sceneCodesBytes, sceneCodesDims } from '#contract/networks.ts'
import type { SceneCodes } from '#engine/networks/network-file.ts'
import { HttpError } from '../errors/http-error.ts'

/** Two megabytes each. */
const keptMax = 16
/** A task that waits longer has the server run the network. */
const keptMs = 30 * 60_000

/**
 * What browsers made of pictures with a network's encoder, until the task that was begun for it runs. They are kept
 * in memory alone: where they are gone, the server makes them again.
 */
export type KeptCodes = {
  /** @throws {HttpError} `bad_request` unless they are what the network's encoder gives. */
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
      // A copy, as floats begin at a multiple of four only.
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
