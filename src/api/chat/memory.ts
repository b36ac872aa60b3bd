import { memoryStateSchema, type MemoryState } from '#contract/chat/memory.ts'
import { requestJson } from '../http/http.ts'

const getAddress = (id: string) => `/api/memory/${encodeURIComponent(id)}`

/** Returns the facts that every chat receives while the memory is on. */
export const readMemory = (signal?: AbortSignal): Promise<MemoryState> =>
  requestJson(memoryStateSchema, '/api/memory', { signal })

export const turnMemory = (isOn: boolean): Promise<MemoryState> =>
  requestJson(memoryStateSchema, '/api/memory', { method: 'PUT', body: { isOn } })

/** @throws {ApiError} `conflict` if the memory already has the maximum number of entries. */
export const putMemory = (id: string, text: string): Promise<MemoryState> =>
  requestJson(memoryStateSchema, getAddress(id), { method: 'PUT', body: { text } })

export const deleteMemory = (id: string): Promise<MemoryState> =>
  requestJson(memoryStateSchema, getAddress(id), { method: 'DELETE' })

export const clearMemory = (): Promise<MemoryState> =>
  requestJson(memoryStateSchema, '/api/memory', { method: 'DELETE' })
