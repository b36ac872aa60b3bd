import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Env } from '../../env.ts'
import { AdminError } from '../admin-error.ts'
import type { Findings } from '../examine.ts'
import { verifyBackup } from '../verify-backup.ts'
import { downloadBackup, listBucketBackups, readBucketFiles } from './bucket-backups.ts'
import { readBucketAddress, type BucketPlace } from './bucket-place.ts'

/**
 * Downloads a backup to a folder beside the data folder. An address without the name of a backup
 * means the newest backup.
 * @returns the folder. The caller deletes it.
 */
export async function downloadForRestore(address: string, env: Env): Promise<string> {
  const { place, name } = await findBackup(address, env)
  const to = `${env.BOZZETTO_DATA}.downloaded`
  await rm(to, { recursive: true, force: true })
  try {
    await downloadBackup(place, { name, to })
    return to
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw error
  }
}

/**
 * Verifies a backup like `verifyBackup`, but reads its files from the bucket.
 * @throws the errors of `verifyBackup` and of the bucket.
 */
export async function verifyBucketBackup(
  address: string,
  env: Env,
): Promise<Findings & { madeAt: string }> {
  const { place, name } = await findBackup(address, env)
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-verify-'))
  try {
    await downloadBackup(place, { name, to: folder, isWanted: isOutsideBlobs })
    return await verifyBackup(folder, readBucketFiles(place))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isOutsideBlobs = ({ path: file }: { path: string }): boolean => !file.startsWith('blobs/')

async function findBackup(
  address: string,
  env: Env,
): Promise<{ place: BucketPlace; name: string }> {
  const { place, name: given } = readBucketAddress(address, env)
  const name = given ?? (await listBucketBackups(place)).at(-1)
  if (name !== undefined) return { place, name }
  throw new AdminError(`There is no complete backup at ${address}.`)
}
