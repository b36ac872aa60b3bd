import {
  networkListSchema,
  networkPieceBytesMax,
  networkPieceSchema,
  networkSchema,
  type Network,
  type NetworkList,
} from '#contract/networks.ts'
import { translateAnswer } from '#languages/translate-answer.ts'
import { toQuery, requestJson } from '../http/http.ts'

const address = '/api/networks'
const getPath = (id: string): string => `${address}/${encodeURIComponent(id)}`
/**
 * The server computes the checksum of a large file, which takes longer than the default limit of 30
 * s.
 */
const pieceTimeoutMs = 120_000

export const listNetworks = (signal?: AbortSignal): Promise<NetworkList> =>
  requestJson(networkListSchema, address, { signal }).then((list) => translateAnswer(list))

/** Starts a download of an ONNX model without waiting for its end. */
export const downloadNetwork = (id: string): Promise<Network> =>
  requestJson(networkSchema, `${getPath(id)}/download`, { method: 'POST' })

export const pauseNetwork = (id: string): Promise<Network> =>
  requestJson(networkSchema, `${getPath(id)}/pause`, { method: 'POST' })

export const chooseNetwork = (id: string, isUsed: boolean): Promise<Network> =>
  requestJson(networkSchema, getPath(id), { method: 'PATCH', body: { isUsed } })

export const removeNetwork = (id: string): Promise<Network> =>
  requestJson(networkSchema, getPath(id), { method: 'DELETE' })

/**
 * Sets an additional folder in which the server searches for ONNX models. An empty string removes
 * the folder.
 */
export const setNetworkFolder = (folder: string): Promise<NetworkList> =>
  requestJson(networkListSchema, `${address}/folder`, { method: 'PUT', body: { folder } })

export type BroughtFile = {
  id: string
  name: string
  file: Blob
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

/**
 * Uploads a file of an ONNX model in pieces.
 * @throws {ApiError} when the checksum of the file is wrong.
 */
export async function bringNetworkFile({ id, name, file, onProgress, signal }: BroughtFile) {
  let at = 0
  do {
    const piece = file.slice(at, at + networkPieceBytesMax)
    const path = `${getPath(id)}/files/${encodeURIComponent(name)}`
    const query = toQuery({ at, total: file.size })
    await requestJson(networkPieceSchema, path + query, {
      method: 'PUT',
      body: piece,
      timeoutMs: pieceTimeoutMs,
      signal,
    })
    at += piece.size
    onProgress(file.size === 0 ? 1 : at / file.size)
  } while (at < file.size)
}
