import path from 'node:path'
import type { Env } from '../env.ts'
import { createDiskBudget, freeBytesMinDefault } from '../files/disk-budget.ts'
import { openPythonFiles } from '../python/python-files.ts'
import { openOnnxModels } from '../onnx-models/onnx-model-service.ts'
import { plainHost } from '../outgoing/checked-request.ts'
import type { Store } from '../store/store.ts'
import {
  type ModelFileStorage,
  createFolderStorage,
  combineStorages,
  createRowStorage,
} from '../models/model-file-storage.ts'

/**
 * Creates the disk quota, which reads its limits at each use, because an admin can change them.
 * Files in a bucket do not count.
 */
const getBudget = (env: Env) =>
  createDiskBudget({
    folder: env.BOZZETTO_DATA,
    get quotaBytes() {
      return env.S3_BUCKET === undefined ? env.BOZZETTO_DISK_QUOTA : undefined
    },
    get freeBytesMin() {
      return env.S3_BUCKET === undefined ? (env.BOZZETTO_DISK_FREE ?? freeBytesMinDefault) : 0
    },
  })

/** Opens the disk quota, the downloaded ONNX models, and the files of Python. */
export async function openDisk(env: Env, onShapes: () => void) {
  const budget = getBudget(env)
  const { BOZZETTO_NETWORKS_URL: hub, BOZZETTO_FETCH_HOSTS: hosts } = env
  const networks = await openOnnxModels({
    folder: path.join(env.BOZZETTO_DATA, 'networks'),
    budget,
    hub,
    // The mirror is allowed at any address, because an operator chose it.
    allowedHosts: [...hosts, plainHost(new URL(hub).hostname)],
    set: { mask: env.BOZZETTO_MASK_MODEL, depth: env.BOZZETTO_DEPTH_MODEL },
    onShapes,
  })
  const python = openPythonFiles(path.join(env.BOZZETTO_DATA, 'python'))
  return { budget, networks, python }
}

/**
 * Opens the storage of files that describe 3D models: the data folder, or also rows that all
 * servers on a database server share.
 */
export function getModelShelf(
  store: Store,
  { BOZZETTO_DATA, DATABASE_URL }: Env,
): ModelFileStorage {
  const inFolder = createFolderStorage(path.join(BOZZETTO_DATA, 'models'))
  return DATABASE_URL === undefined ? inFolder : combineStorages(createRowStorage(store), inFolder)
}
