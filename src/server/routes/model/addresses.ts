import { Hono, type Context } from 'hono'
import { endingOfModel } from '#lib/model-kinds.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { ownAddress } from '../../access/own-origin.ts'
import { getConnection } from '../../http/connection.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { FileService } from '../../files/file-service.ts'
import type { Signer } from '../../files/blobs/signer.ts'
import { HttpError } from '../../errors/http-error.ts'
import { registerOwnedStream } from '../../http/open-streams.ts'
import type { AssetService } from '../../library/asset-service.ts'
import { asServer } from '../../store/owner-scope.ts'
import { sendBlob } from '../send-blob.ts'

/** Lifetime of a signed URL in seconds. A client that reads the task again gets a new URL. */
const lifetimeSeconds = 24 * 60 * 60

const pictureEndings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

export const getFileEnding = (mimeType: string): string =>
  ownValue(pictureEndings, mimeType) ?? endingOfModel(mimeType)

/** Creates signed URLs for files, so that any program can load the files without a key. */
export type ResultAddresses = {
  addressOf: (receiver: Receiver, id: string, ending: string) => string
}

export type Receiver = {
  origin: string
  issuer: string
}

export const getReceiver = (c: Context<ApiClientEnv>): Receiver => ({
  origin: ownAddress(c),
  issuer: c.get('apiClient').issuer,
})

export const createAddresses = (signer: Signer): ResultAddresses => ({
  addressOf: ({ origin, issuer }, id, ending) => {
    const name = `${id}.${ending}`
    const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds
    const signature = signer.sign({ name, expires, issuer })
    const query = new URLSearchParams({ expires: String(expires), issuer, signature })
    return `${origin}/model/v1/files/${name}?${query.toString()}`
  },
})

type FileRoutesOptions = {
  assets: AssetService
  files: FileService
  blobs: BlobStore
  signer: Signer
  isIssuer: (issuer: string) => Promise<boolean>
}

/**
 * Creates the route of `/model/v1/files/{name}` for signed URLs. Pages of any origin may read the
 * files.
 */
export const signedFileRoutes = ({ assets, files, blobs, signer, isIssuer }: FileRoutesOptions) =>
  new Hono().get('/:name', async (c) => {
    const name = c.req.param('name')
    const expires = Number(c.req.query('expires'))
    const issuer = c.req.query('issuer') ?? ''
    const signature = c.req.query('signature') ?? ''
    // Registered before the key is checked, so that the download also ends if the key is revoked
    // during the check.
    const { outgoing } = getConnection(c) ?? {}
    const forget = registerOwnedStream(issuer, () => outgoing?.destroy())
    if (outgoing) outgoing.once('close', forget)
    else forget()
    const isValid = signer.isValid({ name, expires, issuer }, signature)
    if (!isValid || !(await isIssuer(issuer))) {
      throw new HttpError(
        'forbidden',
        'This URL is not valid, has expired, or belongs to a revoked key. Fetch the task again to get a new one.',
      )
    }
    const [id = '', ending] = name.split('.')
    // The file is read without an owner, because the signature proves the permission.
    const stored = await asServer(() => assets.find(id))
    const picture = stored ? undefined : await asServer(() => files.find(id))
    const title = stored?.asset.name ?? picture?.file.name
    const key = stored?.blobKey ?? picture?.blobKey
    const mimeType = stored?.asset.mimeType ?? picture?.file.mimeType
    if (key === undefined || mimeType === undefined) {
      throw new HttpError('not_found', 'This file was deleted.')
    }
    const fileName = stored ? `${title}.${ending}` : (title ?? name)
    const response = await sendBlob(c, blobs, { key, mimeType, fileName })
    response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    response.headers.set('Access-Control-Allow-Origin', '*')
    return response
  })
