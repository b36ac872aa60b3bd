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
  type AssetPatch,
  type AssetSort,
  type ImportedArchive,
  type LibrarySummary,
} from '#contract/assets.ts'
import type { changeAssetSchema } from '#contract/change-model.ts'
import { toQuery, requestJson, requestNothing } from './http/http.ts'
import { createTolerantList } from './http/tolerant-list.ts'

const pageSchema = z.extend(assetPageSchema, { assets: createTolerantList(assetSchema) })

const versionsSchema = z.object({ assets: createTolerantList(assetSchema) })

/** Filter of a list of assets, before `assetFilterSchema` has parsed it. */
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
  /** `nextBefore` of the previous page. */
  before?: string | undefined
  limit?: number
  sort?: AssetSort
}

/** Time limit of importing a model, long enough for a large one over a slow connection. */
const importTimeoutMs = 300_000
/**
 * Time limit of importing a library, long enough for gigabytes. The server ends uploads that stall.
 */
const archiveTimeoutMs = 4 * 3_600_000

export const archiveUrl = '/api/library/archive'

/** Returns the download address of models as one ZIP. @param ids at most `assetsAtOnceMax`. */
export const toDownloadUrl = (ids: readonly string[]): string =>
  `/api/assets/download${toQuery({ ids: ids.join(',') })}`

const getAddress = (id: string) => `/api/assets/${encodeURIComponent(id)}`

/** Returns one page of assets, by default newest first. */
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

/** Returns a model, its sources and all models derived from them, oldest first. */
export const listVersions = async (id: string, signal?: AbortSignal): Promise<Asset[]> =>
  (await requestJson(versionsSchema, `${getAddress(id)}/versions`, { signal })).assets

/** Time limit of changing a model, long enough to repair and convert a large one. */
const versionTimeoutMs = 300_000

/** Creates a changed copy of a model. Repeating it with the same id creates no second one. */
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

/** Moves an asset to the trash; deletes it permanently if it is there already. */
export const deleteAsset = (id: string): Promise<void> =>
  requestNothing(getAddress(id), { method: 'DELETE' })

export const restoreAsset = (id: string): Promise<Asset> =>
  requestJson(assetSchema, `${getAddress(id)}/restore`, { method: 'POST' })

/** @returns the number of permanently deleted assets. */
export const emptyAssetTrash = (): Promise<{ count: number }> =>
  requestJson(z.object({ count: z.number() }), '/api/assets/trash', { method: 'DELETE' })

/**
 * Imports a GLB. @throws {ApiError} with code `bad_model`, naming the problem.
 * @param version the model from which the GLB was made in the page, and the change.
 */
export const importAsset = (
  model: Blob,
  name: string,
  version: { readonly versionOf?: string; readonly step?: string } = {},
): Promise<Asset> =>
  requestJson(assetSchema, `/api/assets${toQuery({ name, ...version })}`, {
    method: 'POST',
    body: model,
    timeoutMs: importTimeoutMs,
  })

export const importArchive = (archive: Blob): Promise<ImportedArchive> =>
  requestJson(importedArchiveSchema, archiveUrl, {
    method: 'POST',
    body: archive,
    timeoutMs: archiveTimeoutMs,
  })
