import {
  keptSceneCodesSchema,
  shapeFilesSchema,
  type KeptSceneCodes,
  type ShapeFiles,
} from '#contract/networks.ts'
import { requestJson } from './http/http.ts'

const pathOf = (network: string): string => `/api/shapes/${encodeURIComponent(network)}`

/** What a browser has to load to run a network's encoder. */
export const listShapeFiles = (network: string, signal?: AbortSignal): Promise<ShapeFiles> =>
  requestJson(shapeFilesSchema, pathOf(network), { signal })

export const shapeFileUrl = (network: string, name: string): string =>
  `${pathOf(network)}/files/${encodeURIComponent(name)}`

/** Keeps what an encoder made of a picture on the server, until the task that names it. */
export const keepSceneCodes = (
  network: string,
  codes: Float32Array,
  signal?: AbortSignal,
): Promise<KeptSceneCodes> =>
  requestJson(keptSceneCodesSchema, `${pathOf(network)}/codes`, {
    method: 'POST',
    body: new Blob([Float32Array.from(codes)]),
    signal,
  })
