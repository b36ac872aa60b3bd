import {
  assetShareSchema,
  sharedAssetSchema,
  shareStateSchema,
  type AssetShare,
  type ChangeAssetShare,
  type SharedAsset,
  type ShareState,
} from '#contract/sharing/shares.ts'
import { requestJson, requestNothing } from './http/http.ts'

const getAddress = (assetId: string) => `/api/assets/${encodeURIComponent(assetId)}/share`

export const readShare = (assetId: string, signal?: AbortSignal): Promise<ShareState> =>
  requestJson(shareStateSchema, getAddress(assetId), { signal })

/** Creates a share link with these options, or returns the existing link unchanged. */
export const createShare = (assetId: string, options: ChangeAssetShare): Promise<AssetShare> =>
  requestJson(assetShareSchema, getAddress(assetId), { method: 'PUT', body: options })

export const changeShare = (assetId: string, options: ChangeAssetShare): Promise<AssetShare> =>
  requestJson(assetShareSchema, getAddress(assetId), { method: 'PATCH', body: options })

export const revokeShare = (assetId: string): Promise<void> =>
  requestNothing(getAddress(assetId), { method: 'DELETE' })

/**
 * Returns the asset of a share link.
 * @throws {ApiError} `not_found` for a revoked link.
 */
export const readShared = (token: string, signal?: AbortSignal): Promise<SharedAsset> =>
  requestJson(sharedAssetSchema, `/api/share/${encodeURIComponent(token)}`, { signal })
