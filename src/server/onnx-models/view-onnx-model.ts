import { existsSync } from 'node:fs'
import type { Network } from '#contract/networks.ts'
import { ownValue } from '#lib/own-value.ts'
import { checkNetworkFile, isWeightsFile } from '../engine/check-network-file.ts'
import { toPartPath, getFileSize } from './download-file.ts'
import type { OnnxDownload } from './downloads.ts'
import type { KnownOnnxModel } from './known-onnx-models.ts'
import type { OnnxModelStore } from './onnx-model-store.ts'

export type Viewing = {
  readonly hub: string
  readonly loading: OnnxDownload | undefined
  readonly isSet: (job: KnownOnnxModel['job']) => boolean
}

export async function viewOnnxModel(
  shelf: OnnxModelStore,
  network: KnownOnnxModel,
  { hub, loading, isSet }: Viewing,
): Promise<Network> {
  const { id, job, name, does, needs, licence, page } = network
  const isLoading = loading?.id === id
  let [loadedBytes, totalBytes] = [0, 0]
  const files: Network['files'] = []
  for (const file of network.files) {
    const there = shelf.pathOf(id, file)
    const size = there === undefined ? undefined : await getFileSize(there)
    const told = isLoading && loading.file === file.name ? loading.bytes : 0
    const bytes = size ?? (told > 0 ? told : file.bytes)
    const address = `${hub}/${file.path}`
    files.push({ name: file.name, bytes, address, isThere: there !== undefined })
    loadedBytes += size ?? (await getFileSize(toPartPath(shelf.ownPath(id, file))))
    totalBytes += bytes
  }
  const isReady = !isLoading && shelf.isReady(network)
  const isPaused = loadedBytes > 0
  const lastMs = ownValue(shelf.saved.lastMs, name)
  const problem = shelf.problems.get(id) ?? (isReady ? findDamage(shelf, network) : undefined)
  return {
    id,
    job,
    name,
    does,
    needs,
    licence,
    page,
    files,
    state: isReady ? 'ready' : isLoading ? 'loading' : isPaused ? 'paused' : 'absent',
    loadedBytes: Math.min(loadedBytes, totalBytes),
    totalBytes,
    isUsed: isReady && (job === 'shape' || (shelf.saved.used[job] === id && !isSet(job))),
    isInFolder: isReady && !network.files.some((file) => existsSync(shelf.ownPath(id, file))),
    ...(lastMs !== undefined && { lastMs }),
    ...(problem !== undefined && { problem }),
  }
}

/** Returns a message about the first file that exists but is not a valid ONNX file. */
export function findDamage(
  shelf: OnnxModelStore,
  { id, files }: KnownOnnxModel,
): string | undefined {
  for (const file of files) {
    const there = shelf.pathOf(id, file)
    const wrong = there === undefined || isWeightsFile(there) ? undefined : checkNetworkFile(there)
    if (wrong !== undefined) return `The file ${file.name} ${wrong}.`
  }
  return undefined
}
