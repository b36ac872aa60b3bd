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
  type ImportedArchive,
  type LibrarySummary,
} from '#contract/assets.ts'
import type { changeAssetSchema } from '#contract/change-model.ts'
import { queryOf, requestJson, requestNothing } from './http/http.ts'
import { listOf } from './http/list-of.ts'

const pageSchema = z.extend(assetPageSchema, { assets: listOf(assetSchema) })

const versionsSchema = z.object({ assets: listOf(assetSchema) })

/** As `assetFilterSchema`, from the browser's side. */
export type AssetNarrowing = {
  search?: string | undefined
  modelId?: string | undefined
  tag?: string | undefined
  folder?: string | undefined
  starred?: boolean | undefined
  trash?: boolean | undefined
}

/** A large model on a slow line. */
const importTimeoutMs = 300_000
/** Gigabytes take their time; the server ends an upload that stops moving. */
const archiveTimeoutMs = 4 * 3_600_000

/** The whole library as a ZIP, to be saved. */
export const archiveUrl = '/api/library/archive'

/** Models as files, in one ZIP, to be saved. @param ids at most `assetsAtOnceMax`. */
export const downloadUrlOf = (ids: readonly string[]): string =>
  `/api/assets/download${queryOf({ ids: ids.join(',') })}`

const addressOf = (id: string) => `/api/assets/${encodeURIComponent(id)}`

/** One page of assets, newest first. `before` is the last page's `nextBefore`. */
export function listAssets(
  {
    before,
    limit = 48,
    starred,
    trash,
    ...narrowing
  }: AssetNarrowing & { before?: string | undefined; limit?: number } = {},
  signal?: AbortSignal,
): Promise<AssetPage> {
  const flags = { starred: starred ? 'true' : undefined, trash: trash ? 'true' : undefined }
  const query = queryOf({ limit, before, ...narrowing, ...flags })
  return requestJson(pageSchema, `/api/assets${query}`, { signal })
}

export const summarizeAssets = (signal?: AbortSignal): Promise<LibrarySummary> =>
  requestJson(librarySummarySchema, '/api/assets/summary', { signal })

export const getAsset = (id: string, signal?: AbortSignal): Promise<Asset> =>
  requestJson(assetSchema, addressOf(id), { signal })

/** The chat in which a model was made, where it was made in one. */
export const getChatOfAsset = async (
  id: string,
  signal?: AbortSignal,
): Promise<AssetChat | undefined> =>
  (await requestJson(assetChatAnswerSchema, `${addressOf(id)}/chat`, { signal })).chat

/** A model, what it was made from, and what was made of these; the oldest first. */
export const listVersions = async (id: string, signal?: AbortSignal): Promise<Asset[]> =>
  (await requestJson(versionsSchema, `${addressOf(id)}/versions`, { signal })).assets

/** A large model, repaired and saved in another format. */
const versionTimeoutMs = 300_000

/** Makes a changed copy. The same id again makes no second one. */
export const makeVersion = (
  sourceId: string,
  wish: z.infer<typeof changeAssetSchema>,
  signal: AbortSignal,
): Promise<Asset> =>
  requestJson(assetSchema, `${addressOf(sourceId)}/versions`, {
    method: 'POST',
    body: wish,
    timeoutMs: versionTimeoutMs,
    signal,
  })

export const changeAsset = (id: string, patch: AssetPatch): Promise<Asset> =>
  requestJson(assetSchema, addressOf(id), { method: 'PATCH', body: patch })

/** Puts it into the trash; what lies there already is gone for good. */
export const deleteAsset = (id: string): Promise<void> =>
  requestNothing(addressOf(id), { method: 'DELETE' })

export const restoreAsset = (id: string): Promise<Asset> =>
  requestJson(assetSchema, `${addressOf(id)}/restore`, { method: 'POST' })

/** @returns how many are gone for good. */
export const emptyTrash = (): Promise<{ count: number }> =>
  requestJson(z.object({ count: z.number() }), '/api/assets/trash', { method: 'DELETE' })

/** Brings in a GLB of one's own. @throws {ApiError} with code `bad_model` and what is wrong with it. */
export const importAsset = (model: Blob, name: string): Promise<Asset> =>
  requestJson(assetSchema, `/api/assets${queryOf({ name })}`, {
    method: 'POST',
    body: model,
    timeoutMs: importTimeoutMs,
  })

/** Takes in what was exported from this or another library. */
export const importArchive = (archive: Blob): Promise<ImportedArchive> =>
  requestJson(importedArchiveSchema, archiveUrl, {
    method: 'POST',
    body: archive,
    timeoutMs: archiveTimeoutMs,
  })
