import path from 'node:path'
import { loadSecretFile } from './secret.ts'

/** Default name of the master key's file in the data folder. Backups exclude this file. */
export const masterKeyFile = 'master-key'

/**
 * Returns the master key, which encrypts other keys. The key comes from the settings, otherwise
 * from a file that is created on first use.
 * @param options.file Default: `master-key` in the data folder.
 * @throws {BadSecretError} if that file is empty, too short or damaged.
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
