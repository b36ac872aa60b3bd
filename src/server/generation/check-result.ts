import { glbMimeType } from '#lib/model-kinds.ts'
import { HttpError } from '../errors.ts'

/** Largest model file that is kept. */
export const resultBytesMax = 512 * 1024 * 1024

const headerBytes = 12

/**
 * Looks at a model file as far as its kind allows: of a GLB at the header, enough to tell it from an
 * error page or half a download.
 *
 * @throws {HttpError} `result_invalid` with what is wrong.
 */
export function checkResult(bytes: Uint8Array, mimeType: string): void {
  if (bytes.byteLength === 0) throw invalid('The model that came back is empty.')
  if (bytes.byteLength > resultBytesMax) {
    throw invalid('The model that came back has more than 512 MB.')
  }
  if (mimeType === glbMimeType) checkGlb(bytes)
}

function checkGlb(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < headerBytes || view.getUint32(0, true) !== 0x46546c67) {
    throw invalid('What came back is no GLB model.')
  }
  if (view.getUint32(4, true) !== 2) throw invalid('The model that came back is not glTF 2.0.')
  if (view.getUint32(8, true) !== bytes.byteLength) {
    throw invalid('The model that came back is cut off.')
  }
}

const invalid = (message: string): HttpError => new HttpError('result_invalid', message)
