import {
  networkListSchema,
  networkPieceBytesMax,
  networkPieceSchema,
  networkSchema,
  type Network,
  type NetworkList,
} from '#contract/networks.ts'
import { queryOf, requestJson } from '../http/http.ts'

const address = '/api/networks'
const pathOf = (id: string): string => `${address}/${encodeURIComponent(id)}`
/** A large file is read once more before it is taken: its checksum is looked at. */
const pieceTimeoutMs = 120_000

/** Networks that the local engine can use. */
export const listNetworks = (signal?: AbortSignal): Promise<NetworkList> =>
  requestJson(networkListSchema, address, { signal })

/** Begins, and does not wait for the end. */
export const downloadNetwork = (id: string): Promise<Network> =>
  requestJson(networkSchema, `${pathOf(id)}/download`, { method: 'POST' })

export const pauseNetwork = (id: string): Promise<Network> =>
  requestJson(networkSchema, `${pathOf(id)}/pause`, { method: 'POST' })

export const chooseNetwork = (id: string, isUsed: boolean): Promise<Network> =>
  requestJson(networkSchema, pathOf(id), { method: 'PATCH', body: { isUsed } })

export const removeNetwork = (id: string): Promise<Network> =>
  requestJson(networkSchema, pathOf(id), { method: 'DELETE' })

/** Where the server looks for files besides; empty for nowhere. */
export const setNetworkFolder = (folder: string): Promise<NetworkList> =>
  requestJson(networkListSchema, `${address}/folder`, { method: 'PUT', body: { folder } })

export type BroughtFile = {
  id: string
  /** As the network's file is called. */
  name: string
  file: Blob
  /** How much is on its way, 0 to 1. */
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

/** Brings a file in pieces. @throws {ApiError} when it is not the one that is meant. */
export async function bringNetworkFile({ id, name, file, onProgress, signal }: BroughtFile) {
  let at = 0
  do {
    const piece = file.slice(at, at + networkPieceBytesMax)
    const path = `${pathOf(id)}/files/${encodeURIComponent(name)}`
    const query = queryOf({ at, total: file.size })
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
