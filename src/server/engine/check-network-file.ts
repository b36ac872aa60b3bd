import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/**
 * Field number of the graph in ONNX's ModelProto (onnx.proto). `kinds` has the wire types of
 * protocol buffers.
 */
const graphField = 7
const kinds = { number: 0, eightBytes: 1, bytes: 2, fourBytes: 5 } as const
/** Maximum length of the head of a field in bytes: two varints of at most ten bytes. */
const headBytes = 20
/** Maximum number of top-level fields. ONNX models have about ten. */
const fieldsMax = 10_000

/**
 * Returns whether a file contains external weights of an ONNX model, by its name, because these
 * files have no signature.
 */
export const isWeightsFile = (path: string): boolean => path.endsWith('.data')

/**
 * Checks whether a file can be a complete ONNX model, by the heads of its top-level fields.
 * @returns the problem as the end of a sentence that begins with "the file". `undefined` without a
 * problem.
 */
export function checkNetworkFile(path: string): string | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return 'cannot be read'
  }
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) return 'is a folder'
    if (stats.size === 0) return 'is empty'
    return checkFields(file, stats.size)
  } catch {
    return 'cannot be read'
  } finally {
    closeSync(file)
  }
}

function checkFields(file: number, size: number): string | undefined {
  const head = Buffer.alloc(headBytes)
  let at = 0
  let hasGraph = false
  for (let count = 0; at < size; count++) {
    const read = readSync(file, head, 0, headBytes, at)
    const tag = readNumber(head, 0, read)
    const value = tag && readNumber(head, tag.end, read)
    const kind = tag && tag.value % 8
    if (!tag || count > fieldsMax || tag.value < 8) return 'is not an ONNX network'
    if (kind === kinds.number && value) at += value.end
    else if (kind === kinds.eightBytes) at += tag.end + 8
    else if (kind === kinds.fourBytes) at += tag.end + 4
    else if (kind === kinds.bytes && value) at += value.end + value.value
    else return 'is not an ONNX network'
    if (Math.floor(tag.value / 8) === graphField) hasGraph = true
  }
  if (!hasGraph) return 'is not an ONNX network'
  return at > size ? 'is cut off: its download may not have ended' : undefined
}

/**
 * Reads a varint of protocol buffers.
 * @returns its value and the position of its end.
 */
function readNumber(bytes: Buffer, start: number, length: number) {
  let value = 0
  for (let k = start; k < length; k++) {
    const byte = bytes[k] ?? 0
    value += (byte & 127) * 128 ** (k - start)
    if (byte < 128) return { value, end: k + 1 }
  }
  return undefined
}
