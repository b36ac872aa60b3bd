import {
  keptSceneCodesSchema,
  shapeFilesSchema,
  type KeptSceneCodes,
  type ShapeFiles,
} from '#contract/networks.ts'
import { requestJson } from './http/http.ts'

const getPath = (network: string): string => `/api/shapes/${encodeURIComponent(network)}`

/** Returns the files with which a browser can run the encoder of an ONNX model for 3D shapes. */
export const listShapeFiles = (network: string, signal?: AbortSignal): Promise<ShapeFiles> =>
  requestJson(shapeFilesSchema, getPath(network), { signal })

export const shapeFileUrl = (network: string, name: string): string =>
  `${getPath(network)}/files/${encodeURIComponent(name)}`

/** Stores the encoder's output for a picture on the server, until a task uses the output. */
export const keepSceneCodes = (
  network: string,
  codes: Float32Array,
  signal?: AbortSignal,
): Promise<KeptSceneCodes> =>
  requestJson(keptSceneCodesSchema, `${getPath(network)}/codes`, {
    method: 'POST',
    body: new Blob([Float32Array.from(codes)]),
    signal,
  })
