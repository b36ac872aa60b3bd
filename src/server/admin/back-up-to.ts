import type { Env } from '../env.ts'
import type { Embedded } from '../store/store.ts'
import { backUp, describeBackup } from './back-up.ts'
import { getBackupName } from './backup-name.ts'
import { isBucketAddress, readBucketAddress } from './bucket/bucket-place.ts'

type Options = {
  data: string
  /** A folder, or an address such as `s3://backups/studio`. */
  to: string
  withKeys: boolean
  env: Env
}

/**
 * Makes a backup in a folder or a bucket.
 * @returns sentences that describe the backup.
 * @throws the errors of `backUp` and of the bucket.
 */
export async function backUpTo(
  store: Embedded,
  { data, to, withKeys, env }: Options,
): Promise<string> {
  if (!isBucketAddress(to)) return describeBackup(to, await backUp(store, { data, to, withKeys }))
  const { place, name = getBackupName(Date.now()) } = readBucketAddress(to, env)
  const { backUpToBucket } = await import('./bucket/bucket-backups.ts')
  const done = await backUpToBucket(store, { data, place, name, withKeys })
  const prefix = place.prefix === '' ? '' : `${place.prefix}/`
  return describeBackup(`s3://${place.settings.bucket}/${prefix}${name}`, done)
}
