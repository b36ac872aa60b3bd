import { assetPageSchema, assetSchema, type Asset, type AssetPage } from '#contract/assets.ts'
import { requestJson, requestNothing } from './http.ts'

/** One page of assets, newest first. `before` is the last page's `nextBefore`. */
export function listAssets(
  { before, limit = 48 }: { before?: string | undefined; limit?: number } = {},
  signal?: AbortSignal,
): Promise<AssetPage> {
  const query = new URLSearchParams({ limit: String(limit) })
  if (before !== undefined) query.set('before', before)
  return requestJson(assetPageSchema, `/api/assets?${query.toString()}`, { signal })
}

export const getAsset = (id: string, signal?: AbortSignal): Promise<Asset> =>
  requestJson(assetSchema, `/api/assets/${encodeURIComponent(id)}`, { signal })

export const renameAsset = (id: string, name: string): Promise<Asset> =>
  requestJson(assetSchema, `/api/assets/${encodeURIComponent(id)}`, {
    method: 'PATCH',
    body: { name },
  })

export const deleteAsset = (id: string): Promise<void> =>
  requestNothing(`/api/assets/${encodeURIComponent(id)}`, { method: 'DELETE' })
