import path from 'node:path'
import { loadSecretFile } from './secret.ts'

/** Name of the file in the data folder, where no setting names another one. No backup holds it. */
export const masterKeyFile = 'master-key'

/**
 * The key that keeps other keys: as set, else from a file that is made on first use, readable by its
 * owner only.
 *
 * @param options.file absent: `master-key` in the data folder.
 * @throws {BadSecretError} when that file is empty, too short or damaged.
 */
export function loadMasterKey(options: {
  set: string | undefined
  file: string | undefined
  dataFolder: string
}): Promise<string> {
  if (options.set !== undefined) return Promise.resolve(options.set)
  const file = options.file ?? path.join(options.dataFolder, masterKeyFile)
  return loadSecretFile(
    file,
    `the file ${file}, which keeps the keys of connections, is empty or damaged. Restore it from a copy, or delete it: a new one is then created, and the keys of all connections have to be entered again.`,
  )
}
