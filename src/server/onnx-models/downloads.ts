import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { HttpError } from '../errors/http-error.ts'
import type { DiskBudget } from '../files/disk-budget.ts'
import { downloadFile, toPartPath, getFileSize } from './download-file.ts'
import type { KnownOnnxModel } from './known-onnx-models.ts'
import type { OnnxModelStore } from './onnx-model-store.ts'

export type OnnxDownload = {
  readonly id: string
  file: string
  bytes: number
}

export type DownloadRules = {
  readonly budget: DiskBudget
  readonly hub: string
  readonly allowedHosts?: readonly string[] | undefined
  readonly retryAfterMs?: number | undefined
}

/** Runs one download at a time, because a single download can saturate a connection. */
export function createDownloads(
  shelf: OnnxModelStore,
  rules: DownloadRules,
  welcome: (network: KnownOnnxModel) => Promise<void>,
) {
  let current: (OnnxDownload & { stop: AbortController; ended: Promise<void> }) | undefined

  async function load(network: KnownOnnxModel, mine: NonNullable<typeof current>): Promise<void> {
    const { id } = network
    for (const file of network.files) {
      if (shelf.pathOf(id, file) !== undefined) continue
      mine.file = file.name
      mine.bytes = 0
      const order = {
        address: `${rules.hub}/${file.path}`,
        target: shelf.ownPath(id, file),
        bytes: file.isExact ? file.bytes : undefined,
        sha256: file.sha256,
      }
      await downloadFile(order, {
        signal: mine.stop.signal,
        admit: rules.budget.admit,
        onProgress: (_loaded, total) => (mine.bytes = total ?? 0),
        allowedHosts: rules.allowedHosts,
        retryAfterMs: rules.retryAfterMs,
      })
    }
    await welcome(network)
  }

  async function makeRoom({ id, files }: KnownOnnxModel): Promise<void> {
    let bytes = 0
    for (const file of files) {
      if (shelf.pathOf(id, file) !== undefined) continue
      bytes += Math.max(0, file.bytes - (await getFileSize(toPartPath(shelf.ownPath(id, file)))))
    }
    await rules.budget.look(bytes)
    await mkdir(path.join(shelf.folder, id), { recursive: true, mode: 0o700 })
  }

  async function stop(id?: string): Promise<void> {
    if (!current || (id !== undefined && current.id !== id)) return
    current.stop.abort()
    await current.ended
  }

  return {
    current: (): OnnxDownload | undefined => current,
    /**
     * Starts a download without waiting for its end.
     * @throws {HttpError} `conflict`, `storage_full`.
     */
    async start(network: KnownOnnxModel): Promise<void> {
      if (current?.id === network.id) return
      if (current) {
        throw new HttpError('conflict', 'Another network is being downloaded. Pause it first.')
      }
      const ended = Promise.resolve()
      const mine = { id: network.id, file: '', bytes: 0, stop: new AbortController(), ended }
      // `current` is set synchronously, so that two clicks start one download.
      current = mine
      shelf.problems.delete(network.id)
      try {
        await makeRoom(network)
      } catch (error) {
        current = undefined
        throw error
      }
      mine.ended = load(network, mine)
        .catch((error: unknown) => {
          if (!mine.stop.signal.aborted) shelf.problems.set(network.id, getSentence(error))
        })
        .finally(() => {
          if (current === mine) current = undefined
        })
    },
    stop,
  }
}

function getSentence(error: unknown): string {
  if (error instanceof HttpError) return error.message
  console.error('A network could not be downloaded.', error)
  return 'The download failed. Try again; it resumes where it stopped.'
}
