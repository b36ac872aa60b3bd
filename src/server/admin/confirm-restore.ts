import { access } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { postgresFolder } from '../store/store.ts'
import { masterKeyFile } from '../vault/master-key.ts'

type RestorePlan = {
  from: string
  data: string
  trustsBackup: boolean
  isKeySet: boolean
}

const isThere = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  )

/**
 * Describes what people lose in a restore on a machine without the earlier data: API keys and links
 * that may have been revoked after the backup, and the keys of connections.
 * @returns sentences. None if the earlier data exists.
 */
export async function describeAccessLosses(plan: RestorePlan): Promise<string[]> {
  const { from, data, trustsBackup, isKeySet } = plan
  const said: string[] = []
  if (!trustsBackup && !(await isThere(path.join(data, postgresFolder)))) {
    said.push(
      'There is no earlier data here, so nobody can tell which API keys and shared links were revoked after the backup: all of them, and all recovery codes, will be off. To keep them as they are in the backup, add --trust-backup.',
    )
  }
  const hasKey =
    isKeySet ||
    (await isThere(path.join(data, masterKeyFile))) ||
    (await isThere(path.join(from, masterKeyFile)))
  if (!hasKey) {
    said.push(
      'The backup does not hold the master key, so connections will ask for their API keys again. To keep them, make the backup with --with-keys, or set BOZZETTO_MASTER_KEY or BOZZETTO_MASTER_KEY_FILE to the key of the old machine.',
    )
  }
  return said
}

/** Asks whether to restore despite `losses`. Does not ask without a terminal, as in scripts. */
export async function confirmRestore(losses: readonly string[]): Promise<boolean> {
  if (losses.length === 0 || !process.stdin.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question('Restore anyway? (yes/no) ')
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
