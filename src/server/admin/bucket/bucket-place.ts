import type { Env } from '../../env.ts'
import type { S3Settings } from '../../files/blobs/s3-requests.ts'
import { AdminError } from '../admin-error.ts'
import { backupNamePattern } from '../backup-name.ts'

/** Bucket and path that contain the backups of a server. */
export type BucketPlace = {
  settings: S3Settings
  prefix: string
}

// Only the exact form of a name, because buckets and paths may begin with `bozzetto-`, too.
const namePattern = new RegExp(`/(${backupNamePattern})$`)

export const isBucketAddress = (address: string): boolean => address.startsWith('s3://')

/**
 * Parses an address such as `s3://backups/studio` or `s3://backups/studio/bozzetto-2026-11-28T…Z`.
 * @returns the place, and the name of the backup if the address contains a name.
 * @throws {AdminError} if the address is invalid, or the settings of the bucket are missing.
 */
export function readBucketAddress(
  address: string,
  env: Env,
): { place: BucketPlace; name: string | undefined } {
  const [, name] = namePattern.exec(address) ?? []
  const home = name === undefined ? address : address.slice(0, -name.length - 1)
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][\w.-]{1,62})(?:\/(.*?))?\/*$/i.exec(home) ?? []
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (bucket === undefined) {
    throw new AdminError(`${address} is not an address such as s3://backups/studio.`)
  }
  if (!endpoint || !accessKeyId || !secretAccessKey) {
    throw new AdminError(
      'Set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, with which the bucket can be opened.',
    )
  }
  return {
    place: { settings: { endpoint, bucket, region, accessKeyId, secretAccessKey }, prefix },
    name,
  }
}
