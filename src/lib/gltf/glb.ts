import { isRecord } from '../fields.ts'

/**
 * Errors of a GLB file (glTF 2.0, section 4.4), which has a header of twelve bytes, a JSON chunk
 * and a binary chunk.
 */

export type GlbFault = 'not_glb' | 'version' | 'incomplete' | 'no_json' | 'bad_json' | 'empty_json'

/** Error about an unreadable GLB file, with a message for the user. */
export class GlbError extends Error {
  override readonly name = 'GlbError'
  readonly fault: GlbFault
  constructor(fault: GlbFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

export type GlbChunks = {
  lengthBytes: number
  json: Readonly<Record<string, unknown>>
  /** The available part of the binary chunk, which may be shorter than `binaryBytes`. */
  binary: Uint8Array
  binaryBytes: number
}

const magic = 0x46546c67
const version = 2
const jsonChunk = 0x4e4f534a
const binaryChunk = 0x004e4942
const chunkHeaderBytes = 8

/** Length of the file header in bytes: magic number, version, file length. */
export const glbHeaderBytes = 12
/** Offset of the JSON in the file, in bytes, after the file header and the chunk header. */
export const glbJsonStart = glbHeaderBytes + chunkHeaderBytes

/**
 * Reads the header of a GLB file.
 * @param bytes at least the first {@link glbHeaderBytes} bytes of the file, unless the file is
 * shorter.
 * @returns file length in bytes according to the header.
 * @throws {GlbError} `not_glb`, `version` or `incomplete`.
 */
export function readGlbLength(bytes: Uint8Array): number {
  const view = getView(bytes)
  if (view.byteLength < 4 || view.getUint32(0, true) !== magic) {
    throw new GlbError('not_glb', 'This file is not a GLB model.')
  }
  if (view.byteLength < glbHeaderBytes) throw incomplete()
  const found = view.getUint32(4, true)
  if (found !== version) {
    throw new GlbError('version', `This is a version ${found} GLB; only version 2 is supported.`)
  }
  return view.getUint32(8, true)
}

/**
 * Returns whether a GLB file is shorter than its header declares, as after an interrupted download.
 */
export function isCutGlb(bytes: Uint8Array): boolean {
  const view = getView(bytes)
  if (view.byteLength >= glbHeaderBytes) {
    return view.getUint32(0, true) === magic && view.getUint32(8, true) > view.byteLength
  }
  return (
    bytes.byteLength > 0 &&
    bytes.every((byte, at) => at > 3 || byte === ((magic >>> (8 * at)) & 0xff))
  )
}

/**
 * Returns the end of the JSON, in bytes from the start of the file.
 * @param bytes at least the first {@link glbJsonStart} bytes of the file.
 * @throws {GlbError} `incomplete` if the file is shorter.
 */
export function readGlbJsonEnd(bytes: Uint8Array): number {
  if (bytes.byteLength < glbJsonStart) throw incomplete()
  return glbJsonStart + getView(bytes).getUint32(glbHeaderBytes, true)
}

/**
 * Splits a GLB file into JSON and binary chunk.
 * @param bytes the file, or its beginning up to the end of the JSON.
 * @throws {GlbError} if the bytes are not GLB version 2 with valid JSON.
 */
export function readGlbChunks(bytes: Uint8Array): GlbChunks {
  const lengthBytes = readGlbLength(bytes)
  const jsonEnd = readGlbJsonEnd(bytes)
  const view = getView(bytes)
  if (view.getUint32(glbHeaderBytes + 4, true) !== jsonChunk) {
    throw new GlbError('no_json', 'This GLB is damaged: its first chunk is not JSON.')
  }
  if (view.byteLength < jsonEnd) throw incomplete()
  const json = parse(bytes.subarray(glbJsonStart, jsonEnd))
  const start = jsonEnd + chunkHeaderBytes
  const hasBinary = view.byteLength >= start && view.getUint32(jsonEnd + 4, true) === binaryChunk
  const binaryBytes = hasBinary ? view.getUint32(jsonEnd, true) : 0
  return { lengthBytes, json, binary: bytes.subarray(start, start + binaryBytes), binaryBytes }
}

/**
 * Writes a GLB file.
 * @param json document as a value or as JSON text.
 * @param pieces parts of the binary chunk, each aligned to four bytes. Without pieces, the file has
 * no binary chunk.
 */
export function writeGlb(
  json: object | string,
  ...pieces: readonly Uint8Array[]
): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json))
  const jsonEnd = glbJsonStart + padded(text.byteLength)
  const binaryBytes = pieces.reduce((sum, { byteLength }) => sum + padded(byteLength), 0)
  const glb = new Uint8Array(jsonEnd + (binaryBytes > 0 ? chunkHeaderBytes + binaryBytes : 0))
  const view = new DataView(glb.buffer)
  const words = [magic, version, glb.byteLength, jsonEnd - glbJsonStart, jsonChunk]
  words.forEach((word, at) => view.setUint32(at * 4, word, true))
  // glTF requires spaces as padding after the JSON and zeros after the binary data.
  glb.fill(0x20, glbJsonStart, jsonEnd)
  glb.set(text, glbJsonStart)
  if (binaryBytes === 0) return glb
  view.setUint32(jsonEnd, binaryBytes, true)
  view.setUint32(jsonEnd + 4, binaryChunk, true)
  let at = jsonEnd + chunkHeaderBytes
  for (const piece of pieces) {
    glb.set(piece, at)
    at += padded(piece.byteLength)
  }
  return glb
}

/**
 * Returns the number of triangles for a primitive mode (glTF 2.0, section 3.7.2.1) and a number of
 * corners.
 */
export function countTriangles(mode: unknown, corners: number): number {
  if (mode === 4) return Math.floor(corners / 3)
  return mode === 5 || mode === 6 ? Math.max(0, corners - 2) : 0
}

function parse(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new GlbError('bad_json', 'This GLB is damaged: its JSON cannot be read.', { cause })
  }
  if (!isRecord(json)) {
    throw new GlbError('empty_json', 'This GLB is damaged: its JSON is empty.')
  }
  return json
}

const getView = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4
const incomplete = () => new GlbError('incomplete', 'The file is incomplete: it ends too early.')
