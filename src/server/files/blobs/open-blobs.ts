import path from 'node:path'
import type { BlobStore } from './blob-store.ts'
import { waitForBucket } from './bucket-check.ts'
import { openFolderBlobs } from './folder-blobs.ts'

export type BlobSettings = {
  BOZZETTO_DATA: string
  S3_ENDPOINT?: string | undefined
  S3_BUCKET?: string | undefined
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
  S3_PUBLIC_ENDPOINT?: string | undefined
}

/**
 * Opens the bucket of the settings, or the files in the data folder without a bucket.
 * @param waitMs maximum wait for a bucket that cannot be reached yet.
 * @throws {BucketUnreachableError} if the bucket does not exist or cannot be listed.
 */
export async function openBlobStore(env: BlobSettings, waitMs = 0): Promise<BlobStore> {
  const bucket = getBucket(env)
  if (!bucket) return openFolderBlobs(path.join(env.BOZZETTO_DATA, 'blobs'))
  // The code is loaded on first use, because most installations have no bucket.
  const { openS3Blobs } = await import('./s3-blobs.ts')
  const blobs = openS3Blobs(bucket)
  await waitForBucket(blobs.check, waitMs)
  return blobs
}

/**
 * Returns the URL from which browsers load files of the bucket, for the content security policy.
 * The URL includes the bucket's path, because the same host may serve other people's buckets.
 * @returns a URL with a trailing slash. `undefined` if this server sends all files itself.
 */
export const readPublicBucket = ({
  S3_PUBLIC_ENDPOINT,
  S3_BUCKET,
}: BlobSettings): string | undefined =>
  S3_PUBLIC_ENDPOINT === undefined || S3_BUCKET === undefined
    ? undefined
    : `${S3_PUBLIC_ENDPOINT}/${S3_BUCKET}/`

function getBucket(env: BlobSettings) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  const publicEndpoint = env.S3_PUBLIC_ENDPOINT
  return { endpoint, bucket, region: env.S3_REGION, accessKeyId, secretAccessKey, publicEndpoint }
}
