import { pythonStateSchema, type PythonState } from '#contract/python.ts'
import { requestBytes, requestJson, toQuery } from './http/http.ts'

const address = '/api/python'
/** Time limit of a transfer in milliseconds. Packages have up to 64 MB. */
const fileTimeoutMs = 5 * 60_000
const getPackagePath = (file: string): string => `${address}/packages/${encodeURIComponent(file)}`

export const readPythonState = (signal?: AbortSignal): Promise<PythonState> =>
  requestJson(pythonStateSchema, address, { signal })

/** @param version of Pyodide. Browsers keep the files of a version for a year. */
export const getPythonFile = (
  name: string,
  version: string,
  signal?: AbortSignal,
): Promise<ArrayBuffer> =>
  requestBytes(`${address}/files/${encodeURIComponent(name)}${toQuery({ version })}`, {
    signal,
    timeoutMs: fileTimeoutMs,
  })

/** @throws {ApiError} if the file is damaged or not a package of Pyodide. */
export const addPythonPackage = (file: File, signal?: AbortSignal): Promise<PythonState> =>
  requestJson(pythonStateSchema, getPackagePath(file.name), {
    method: 'PUT',
    body: file,
    timeoutMs: fileTimeoutMs,
    signal,
  })

export const removePythonPackage = (file: string): Promise<PythonState> =>
  requestJson(pythonStateSchema, getPackagePath(file), { method: 'DELETE' })
