/** A kind of model file, as its bytes say. */
export type ResultKind = { mimeType: string; extension: string }

const glb: ResultKind = { mimeType: 'model/gltf-binary', extension: 'glb' }
const zip: ResultKind = { mimeType: 'application/zip', extension: 'zip' }
/** What is a zip inside, or has no mark of its own: here the address decides. */
const byExtension: Record<string, ResultKind> = {
  usdz: { mimeType: 'model/vnd.usdz+zip', extension: 'usdz' },
  obj: { mimeType: 'model/obj', extension: 'obj' },
  stl: { mimeType: 'model/stl', extension: 'stl' },
  ply: { mimeType: 'application/octet-stream', extension: 'ply' },
}

/**
 * What a result is, by its first bytes and only then by the end of its address.
 *
 * @returns `undefined` for a web page, an error in JSON, and whatever else is no model.
 */
export function kindOfResult(bytes: Uint8Array, pathname: string): ResultKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512))
  const start = head.toString('latin1')
  const named = byExtension[/\.(\w+)$/.exec(pathname)?.[1]?.toLowerCase() ?? '']
  if (start.startsWith('glTF')) return glb
  if (start.startsWith('PK\u0003\u0004')) return named?.extension === 'usdz' ? named : zip
  if (start.startsWith('Kaydara FBX Binary')) {
    return { mimeType: 'application/octet-stream', extension: 'fbx' }
  }
  if (start.startsWith('PXR-USDC') || start.startsWith('#usda')) {
    return { mimeType: 'model/vnd.usd', extension: 'usd' }
  }
  if (start.startsWith('ply')) return byExtension['ply']
  if (start.slice(4, 8) === 'ftyp') return { mimeType: 'video/mp4', extension: 'mp4' }
  const isMarkup = /^\s*[<{]/.test(start)
  return named && named.extension !== 'usdz' && !isMarkup ? named : undefined
}

/** Whether a GLB says that it is longer than it is: the rest was lost, and may be had by asking again. */
export function isCutGlb(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 12) return bytes.byteLength > 0 && startsAsGlb(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return startsAsGlb(bytes) && view.getUint32(8, true) > bytes.byteLength
}

const startsAsGlb = (bytes: Uint8Array): boolean =>
  [0x67, 0x6c, 0x54, 0x46].every((code, at) => at >= bytes.byteLength || bytes[at] === code)
