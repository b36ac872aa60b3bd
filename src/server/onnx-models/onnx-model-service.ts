import { mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Network, NetworkList, NetworkPiece } from '#contract/networks.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import type { AddedNetworks, NetworkFile, UsedNetwork } from '#engine/networks/network-file.ts'
import { HttpError } from '../errors/http-error.ts'
import { diskFull, finishFile, toPartPath, getFileSize } from './download-file.ts'
import { createDownloads, type DownloadRules } from './downloads.ts'
import { keepCodes, type KeptCodes } from './kept-codes.ts'
import { knownOnnxModels, type KnownOnnxModel } from './known-onnx-models.ts'
import { openOnnxModelStore, type OnnxModelStore } from './onnx-model-store.ts'
import { findDamage, viewOnnxModel } from './view-onnx-model.ts'

export type OnnxModelService = {
  list: () => Promise<NetworkList>
  /**
   * Starts to download missing files without waiting for the end.
   * @throws {HttpError} `storage_full`, `conflict` during another download.
   */
  download: (id: string) => Promise<Network>
  /** Stops the download. Partial files are kept, so that the download can be resumed. */
  pause: (id: string) => Promise<Network>
  /** @throws {HttpError} `conflict` for a model in the folder that a person configured. */
  remove: (id: string) => Promise<Network>
  use: (id: string, isUsed: boolean) => Promise<Network>
  /**
   * Stores a chunk of an uploaded file.
   * @throws {HttpError} `conflict` if another chunk is next.
   */
  takePiece: (piece: UploadedPiece) => Promise<NetworkPiece>
  /**
   * Sets an additional folder in which files are searched, or none if empty.
   * @throws {HttpError} `bad_request`.
   */
  setFolder: (folder: string) => Promise<NetworkList>
  inUse: () => AddedNetworks
  shapes: () => { id: string; name: string; paths: readonly string[] }[]
  codes: KeptCodes
  noteUsed: (used: readonly UsedNetwork[]) => void
  close: () => Promise<void>
}

export type UploadedPiece = {
  id: string
  file: string
  at: number
  total: number
  bytes: Uint8Array
}

export type OnnxModelServiceOptions = DownloadRules & {
  folder: string
  /** Paths of models from environment variables, which take precedence. */
  set?: { mask?: string | undefined; depth?: string | undefined }
  onShapes?: () => void
  known?: readonly KnownOnnxModel[]
}

export async function openOnnxModels(options: OnnxModelServiceOptions): Promise<OnnxModelService> {
  const { set = {}, onShapes } = options
  const shelf = await openOnnxModelStore(options.folder, options.known ?? knownOnnxModels)
  const welcome = (network: KnownOnnxModel) => takeFirst(shelf, network, onShapes)
  const downloads = createDownloads(shelf, options, welcome)
  const isSet = (job: KnownOnnxModel['job']) => job !== 'shape' && set[job] !== undefined
  const view = (network: KnownOnnxModel) =>
    viewOnnxModel(shelf, network, { hub: options.hub, loading: downloads.current(), isSet })
  const list = () => listNetworks(shelf, { set, view })

  return {
    list,
    async download(id) {
      const network = shelf.find(id)
      if (!shelf.isReady(network)) await downloads.start(network)
      return view(network)
    },
    async pause(id) {
      await downloads.stop(shelf.find(id).id)
      return view(shelf.find(id))
    },
    async remove(id) {
      const network = shelf.find(id)
      await downloads.stop(id)
      await rm(path.join(shelf.folder, id), { recursive: true, force: true })
      shelf.problems.delete(id)
      if (shelf.isReady(network)) {
        throw new HttpError('conflict', 'Its files are in your own folder. Delete them there.')
      }
      if (shelf.saved.used[network.job] === id) delete shelf.saved.used[network.job]
      await shelf.save()
      if (network.job === 'shape') onShapes?.()
      return view(network)
    },
    async use(id, isUsed) {
      const network = shelf.find(id)
      await choose(shelf, network, isUsed)
      return view(network)
    },
    async takePiece(piece) {
      if (downloads.current()?.id === piece.id) {
        throw new HttpError('conflict', 'It is being downloaded. Pause it first.')
      }
      const bytes = await takePiece(shelf, piece, options.budget)
      const network = shelf.find(piece.id)
      if (bytes === piece.total && shelf.isReady(network)) await welcome(network)
      return { bytes }
    },
    async setFolder(folder) {
      await nameFolder(shelf, folder.trim())
      onShapes?.()
      return list()
    },
    inUse: () => ({
      mask: set.mask === undefined ? chosen(shelf, 'mask') : ofEnvironment(set.mask),
      depth: set.depth === undefined ? chosen(shelf, 'depth') : ofEnvironment(set.depth),
    }),
    shapes: () =>
      shelf.known.flatMap((network) => {
        const { id, name, job, files } = network
        const paths = files.flatMap((file) => shelf.pathOf(id, file) ?? [])
        const isHere = job === 'shape' && paths.length === files.length
        return isHere && findDamage(shelf, network) === undefined ? [{ id, name, paths }] : []
      }),
    codes: keepCodes(),
    noteUsed(used) {
      if (used.length === 0) return
      for (const { name, milliseconds } of used) setOwn(shelf.saved.lastMs, name, milliseconds)
      shelf
        .save()
        .catch((error: unknown) =>
          console.warn('How long networks took could not be stored.', error),
        )
    },
    close: () => downloads.stop(),
  }
}

type Listing = {
  set: NonNullable<OnnxModelServiceOptions['set']>
  view: (network: KnownOnnxModel) => Promise<Network>
}

async function listNetworks(shelf: OnnxModelStore, { set, view }: Listing): Promise<NetworkList> {
  const { bavail, bsize } = await statfs(shelf.folder)
  const { folder } = shelf.saved
  return {
    networks: await Promise.all(shelf.known.map(view)),
    freeBytes: bavail * bsize,
    ...(folder !== undefined && { folder }),
    set: (['mask', 'depth'] as const).flatMap((job) =>
      set[job] === undefined ? [] : [{ job, file: path.basename(set[job]) }],
    ),
  }
}

/**
 * Selects the first model of a job immediately, because the person downloaded the model in order to
 * use it.
 */
async function takeFirst(
  shelf: OnnxModelStore,
  { id, job }: KnownOnnxModel,
  onShapes: (() => void) | undefined,
): Promise<void> {
  shelf.problems.delete(id)
  if (job === 'shape') return onShapes?.()
  if (shelf.saved.used[job] !== undefined) return
  shelf.saved.used[job] = id
  await shelf.save()
}

async function choose(
  shelf: OnnxModelStore,
  network: KnownOnnxModel,
  isUsed: boolean,
): Promise<void> {
  const { id, job } = network
  if (job === 'shape') {
    throw new HttpError('bad_request', 'It is a model of its own: choose it in the studio.')
  }
  if (isUsed && !shelf.isReady(network)) {
    throw new HttpError('bad_request', 'Its files have not been downloaded yet.')
  }
  const damage = isUsed ? findDamage(shelf, network) : undefined
  if (damage !== undefined) throw new HttpError('bad_request', damage)
  if (isUsed) shelf.saved.used[job] = id
  else if (shelf.saved.used[job] === id) delete shelf.saved.used[job]
  await shelf.save()
}

/**
 * Stores a chunk.
 * @returns the number of stored bytes of the file.
 */
async function takePiece(
  shelf: OnnxModelStore,
  { id, file: name, at, total, bytes }: UploadedPiece,
  budget: DownloadRules['budget'],
): Promise<number> {
  const file = shelf.find(id).files.find((one) => one.name === name)
  if (!file) throw new HttpError('not_found', 'This network has no such file.')
  const target = shelf.ownPath(id, file)
  const part = toPartPath(target)
  const had = at === 0 ? 0 : await getFileSize(part)
  if (had !== at || at + bytes.byteLength > total) {
    throw new HttpError(
      'conflict',
      'This part does not follow what was received so far. Start again.',
    )
  }
  await budget.look(total - at)
  await budget.admit(bytes.byteLength)
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  await append(part, at, bytes)
  if (at + bytes.byteLength < total) return at + bytes.byteLength
  const { sha256 } = file
  await finishFile(part, target, { bytes: file.isExact ? file.bytes : undefined, sha256 })
  return total
}

async function append(part: string, at: number, bytes: Uint8Array): Promise<void> {
  const file = await open(part, at > 0 ? 'r+' : 'w', 0o600)
  try {
    await file.write(bytes, 0, bytes.byteLength, at)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw diskFull()
    throw error
  } finally {
    await file.close()
  }
}

async function nameFolder(shelf: OnnxModelStore, named: string): Promise<void> {
  if (named !== '' && !path.isAbsolute(named)) {
    throw new HttpError('bad_request', 'Enter the full path of a folder on the server.')
  }
  const found = named === '' ? undefined : await stat(named).catch(() => undefined)
  if (named !== '' && !found?.isDirectory()) {
    throw new HttpError('bad_request', 'There is no such folder on the server.')
  }
  if (named === '') delete shelf.saved.folder
  else shelf.saved.folder = path.resolve(named)
  await shelf.save()
}

function chosen<Job extends 'mask' | 'depth'>(shelf: OnnxModelStore, job: Job): AddedNetworks[Job] {
  const network = shelf.known.find(({ id }) => id === ownValue(shelf.saved.used, job))
  const [file] = network?.files ?? []
  const at = network && file && shelf.pathOf(network.id, file)
  if (!network || at === undefined || network.job !== job) return undefined
  const found = { name: network.name, path: at, form: network.form }
  // The type depends on the job, which TypeScript cannot infer.
  return found as AddedNetworks[Job]
}

const ofEnvironment = (file: string): NetworkFile<'auto'> => ({
  name: path.basename(file),
  path: file,
  form: 'auto',
})
