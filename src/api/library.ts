import * as z from 'zod/mini'
import {
  assetChatAnswerSchema,
  type AssetChat,
  assetPageSchema,
  assetSchema,
  importedArchiveSchema,
  librarySummarySchema,
  type Asset,
  type AssetPage,
  type AssetSort,
  type ImportedArchive,
  type LibrarySummary,
} from '#contract/assets.ts'
import type { AssetPatch } from '#contract/asset-requests.ts'
import type { changeAssetSchema } from '#contract/change-model.ts'
import { toQuery, requestJson, requestNothing } from './http/http.ts'
import { createTolerantList } from './http/tolerant-list.ts'

const pageSchema = z.extend(assetPageSchema, { assets: createTolerantList(assetSchema) })

const versionsSchema = z.object({ assets: createTolerantList(assetSchema) })

/** Filter for a list of assets, in the form in which the page sends it. */
export type AssetNarrowing = {
  search?: string | undefined
  modelId?: string | undefined
  tag?: string | undefined
  folder?: string | undefined
  starred?: boolean | undefined
  trash?: boolean | undefined
  since?: string | undefined
}

type WantedAssets = AssetNarrowing & {
  before?: string | undefined
  limit?: number
  sort?: AssetSort
}

/** Importing a large model over a slow connection takes longer than the default limit of 30 s. */
const importTimeoutMs = 300_000
/**
 * An archive can have several gigabytes, and the server itself ends an upload that makes no
 * progress.
 */
const archiveTimeoutMs = 4 * 3_600_000

export const archiveUrl = '/api/library/archive'

/**
 * Returns the address that downloads several models as one ZIP file.
 * @param ids at most `assetsAtOnceMax`.
 */
export const toDownloadUrl = (ids: readonly string[]): string =>
  `/api/assets/download${toQuery({ ids: ids.join(',') })}`

const getAddress = (id: string) => `/api/assets/${encodeURIComponent(id)}`

/** Returns one page of assets, newest first by default. */
export function listAssets(
  { before, limit = 48, starred, trash, ...narrowing }: WantedAssets = {},
  signal?: AbortSignal,
): Promise<AssetPage> {
  const flags = { starred: starred ? 'true' : undefined, trash: trash ? 'true' : undefined }
  const query = toQuery({ limit, before, ...narrowing, ...flags })
  return requestJson(pageSchema, `/api/assets${query}`, { signal })
}

export const summarizeAssets = (signal?: AbortSignal): Promise<LibrarySummary> =>
  requestJson(librarySummarySchema, '/api/assets/summary', { signal })

export const getAsset = (id: string, signal?: AbortSignal): Promise<Asset> =>
  requestJson(assetSchema, getAddress(id), { signal })

export const getChatOfAsset = async (
  id: string,
  signal?: AbortSignal,
): Promise<AssetChat | undefined> =>
  (await requestJson(assetChatAnswerSchema, `${getAddress(id)}/chat`, { signal })).chat

/**
 * Returns all versions of a model, oldest first: the models from which it was made, and all that
 * were made from it.
 */
export const listVersions = async (id: string, signal?: AbortSignal): Promise<Asset[]> =>
  (await requestJson(versionsSchema, `${getAddress(id)}/versions`, { signal })).assets

/** Repairing and converting a large model takes longer than the default limit of 30 s. */
const versionTimeoutMs = 300_000

/**
 * Creates a changed copy of a model. A repeated request with the same id creates no second copy.
 */
export const makeVersion = (
  sourceId: string,
  wish: z.infer<typeof changeAssetSchema>,
  signal: AbortSignal,
): Promise<Asset> =>
  requestJson(assetSchema, `${getAddress(sourceId)}/versions`, {
    method: 'POST',
    body: wish,
    timeoutMs: versionTimeoutMs,
    signal,
  })

export const changeAsset = (id: string, patch: AssetPatch): Promise<Asset> =>
  requestJson(assetSchema, getAddress(id), { method: 'PATCH', body: patch })

/** Moves an asset to the trash. Deletes an asset that is already in the trash permanently. */
export const deleteAsset = (id: string): Promise<void> =>
  requestNothing(getAddress(id), { method: 'DELETE' })

export const restoreAsset = (id: string): Promise<Asset> =>
  requestJson(assetSchema, `${getAddress(id)}/restore`, { method: 'POST' })

/** Deletes all assets in the trash permanently, and returns their number. */
export const emptyAssetTrash = (): Promise<{ count: number }> =>
  requestJson(z.object({ count: z.number() }), '/api/assets/trash', { method: 'DELETE' })

/**
 * Imports a GLB file.
 * @param version the model that was changed in the page, and the change.
 * @throws {ApiError} `bad_model`, with the problem in the message.
 */
export const importAsset = (
  model: Blob,
  name: string,
  {
    signal,
    ...version
  }: {
    readonly versionOf?: string
    readonly step?: string
    readonly signal?: AbortSignal
  } = {},
): Promise<Asset> =>
  requestJson(assetSchema, `/api/assets${toQuery({ name, ...version })}`, {
    method: 'POST',
    body: model,
    timeoutMs: importTimeoutMs,
    signal,
  })

export const importArchive = (archive: Blob): Promise<ImportedArchive> =>
  requestJson(importedArchiveSchema, archiveUrl, {
    method: 'POST',
    body: archive,
    timeoutMs: archiveTimeoutMs,
  })
