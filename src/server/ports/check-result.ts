import { GlbError, readGlbLength } from '#lib/gltf/glb.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import { HttpError } from '../errors/http-error.ts'

export const resultBytesMax = 512 * 1024 * 1024

/**
 * Checks a model file as far as its format allows. The header shows whether a GLB is in fact an
 * error page or an incomplete download.
 * @throws {HttpError} `result_invalid` with the reason.
 */
export function checkResult(bytes: Uint8Array, mimeType: string): void {
  if (bytes.byteLength === 0) throw invalid('The model that came back is empty.')
  if (bytes.byteLength > resultBytesMax) {
    throw invalid('The model that came back is larger than 512 MB.')
  }
  if (mimeType === glbMimeType) checkGlb(bytes)
}

function checkGlb(bytes: Uint8Array): void {
  let lengthBytes: number
  try {
    lengthBytes = readGlbLength(bytes)
  } catch (error) {
    if (!(error instanceof GlbError)) throw error
    if (error.fault === 'version') throw invalid('The model that came back is not glTF 2.0.')
    throw invalid('The model that came back is not a GLB file.')
  }
  if (lengthBytes !== bytes.byteLength) throw invalid('The model that came back is incomplete.')
}

const invalid = (message: string): HttpError => new HttpError('result_invalid', message)
