import {
  sharedAssetSchema,
  shareSchema,
  shareStateSchema,
  type Share,
  type SharedAsset,
  type ShareState,
} from '#contract/shares.ts'
import { requestJson, requestNothing } from './http/http.ts'

const addressOf = (assetId: string) => `/api/assets/${encodeURIComponent(assetId)}/share`

/** The link of an asset, if there is one. */
export const readShare = (assetId: string, signal?: AbortSignal): Promise<ShareState> =>
  requestJson(shareStateSchema, addressOf(assetId), { signal })

/** Makes a link, or gives the one that there is. */
export const createShare = (assetId: string): Promise<Share> =>
  requestJson(shareSchema, addressOf(assetId), { method: 'PUT' })

export const revokeShare = (assetId: string): Promise<void> =>
  requestNothing(addressOf(assetId), { method: 'DELETE' })

/** What a link shows. @throws {ApiError} with code `not_found` for one that was taken back. */
export const readShared = (token: string, signal?: AbortSignal): Promise<SharedAsset> =>
  requestJson(sharedAssetSchema, `/api/share/${encodeURIComponent(token)}`, { signal })
