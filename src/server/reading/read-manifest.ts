import type { z } from 'zod'
import { HttpError } from '../errors/http-error.ts'
import { createJsonMeter, JsonLimitError, type JsonLimits } from '../json/json-limits.ts'
import { parseEarlySync } from '../json/parse-early.ts'
import { manifestName, manifestSchema, type ArchivedAsset } from './archive-format.ts'

/** Limits of parsing a list of models, enough for the maximum number of files in an archive. */
const limits: JsonLimits = {
  depthMax: 64,
  valuesMax: 5_000_000,
  entriesMax: 200_000,
  nameBytesMax: Infinity,
}
const assetsPerPart = 20

/**
 * Reads the list of models in a library archive. All models are validated before the first part is
 * returned.
 * @throws {HttpError} `bad_request` with the first error.
 */
export function* readManifest(bytes: Uint8Array): Generator<ArchivedAsset[]> {
  const { assets } = check(parse(bytes))
  for (let at = 0; at < assets.length; at += assetsPerPart) {
    yield assets.slice(at, at + assetsPerPart)
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    createJsonMeter(limits)(bytes)
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    if (!(cause instanceof JsonLimitError)) {
      throw notOurs(`its file ${manifestName} is not JSON`, cause)
    }
    throw notOurs(
      `its file ${manifestName} has too many entries, or they are nested too deeply`,
      cause,
    )
  }
}

function check(value: unknown): z.infer<typeof manifestSchema> {
  const parsed = parseEarlySync(manifestSchema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw notOurs(`its file ${manifestName} is invalid at ${issue?.path.join('.')}`, parsed.error)
}

/** @param why the end of a sentence, which the page translates. */
export const notOurs = (why: string, cause?: unknown): HttpError =>
  new HttpError('bad_request', `This is not a library archive: ${why}.`, { cause })
