import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Numbers of ONNX's ModelProto (onnx.proto) and of protocol buffers' kinds of fields. */
const graphField = 7
const kinds = { number: 0, eightBytes: 1, bytes: 2, fourBytes: 5 } as const
/** A field's head is two numbers of ten bytes at most. */
const headBytes = 20
/** A model has some ten fields of its own; what has so many more is none. */
const fieldsMax = 10_000

/** Whether a file holds the weights of the network that lies beside it, in no form of their own. */
export const isWeightsFile = (path: string): boolean => path.endsWith('.data')

/**
 * Looks whether a file can be a whole ONNX network, without reading more of it than the heads of its
 * outermost fields: one that is missing, cut off, or another kind of file is not.
 *
 * @returns what is wrong, to follow "the file"; `undefined` if nothing is seen to be.
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

/** A number of protocol buffers, seven bits a byte, and where it ends. */
function readNumber(bytes: Buffer, start: number, length: number) {
  let value = 0
  for (let k = start; k < length; k++) {
    const byte = bytes[k] ?? 0
    value += (byte & 127) * 128 ** (k - start)
    if (byte < 128) return { value, end: k + 1 }
  }
  return undefined
}
