import { mimeTypeOfModel } from '#lib/model-kinds.ts'

export type ResultKind = { mimeType: string; extension: string }

const toKind = (extension: string): ResultKind => ({
  mimeType: mimeTypeOfModel(extension),
  extension,
})

/**
 * The file extension determines these types, because such files have no signature or are ZIP
 * archives.
 */
const namedKinds = [
  'usdz',
  '3mf',
  'obj',
  'stl',
  'ply',
  'dae',
  '3ds',
  'amf',
  'iges',
  'igs',
  'splat',
  'spz',
  'ksplat',
  'sog',
]
const zipKinds = ['usdz', '3mf', 'sog', 'amf']

/**
 * Detects the type of a result from its first bytes, otherwise from its URL.
 * @returns `undefined` for a web page, a JSON error, and other content that is not a model.
 */
export function kindOfResult(bytes: Uint8Array, pathname: string): ResultKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512))
  const start = head.toString('latin1')
  const ending = /\.(\w+)$/.exec(pathname)?.[1]?.toLowerCase() ?? ''
  const named = namedKinds.includes(ending) ? ending : undefined
  const isPacked = named !== undefined && zipKinds.includes(named)
  if (start.startsWith('glTF')) return toKind('glb')
  if (start.startsWith('PK\u0003\u0004')) return toKind(isPacked ? named : 'zip')
  if (start.startsWith('Kaydara FBX Binary')) return toKind('fbx')
  if (start.startsWith('PXR-USDC') || start.startsWith('#usda')) return toKind('usd')
  if (start.startsWith('ply')) return toKind('ply')
  if (start.startsWith('VOX ')) return toKind('vox')
  if (start.startsWith('ISO-10303-21;')) return toKind('step')
  if (/<(?:\w+:)?COLLADA[\s>]/.test(start)) return toKind('dae')
  if (/<amf[\s>]/.test(start)) return toKind('amf')
  if (start.slice(4, 8) === 'ftyp') return toKind('mp4')
  const isMarkup = /^\s*[<{]/.test(start)
  return named !== undefined && !isPacked && !isMarkup ? toKind(named) : undefined
}
