import { ownValue } from './own-value.ts'

/**
 * Media types by file extension. PLY and FBX have no registered type (IANA, model/*), so these are
 * the common ones.
 */
const kinds: Readonly<Record<string, string>> = {
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  obj: 'model/obj',
  stl: 'model/stl',
  ply: 'application/x-ply',
  fbx: 'application/x-fbx',
  usdz: 'model/vnd.usdz+zip',
  usd: 'model/vnd.usd',
  '3mf': 'model/3mf',
  zip: 'application/zip',
  mp4: 'video/mp4',
}

const endings = new Map(Object.entries(kinds).map(([ending, mimeType]) => [mimeType, ending]))

export const glbMimeType = 'model/gltf-binary'

/** Media type of unknown content. Browsers download it. */
const unknownMimeType = 'application/octet-stream'

/**
 * Returns the media type of a model file's extension, `application/octet-stream` for unknown ones.
 */
export const mimeTypeOfModel = (ending: string): string =>
  ownValue(kinds, ending.toLowerCase()) ?? unknownMimeType

/** Returns the media type if it is a model's, otherwise `application/octet-stream`. */
export const knownModelType = (mimeType: string): string =>
  endings.has(mimeType) ? mimeType : unknownMimeType

/** Returns the file extension of a model's media type without the dot, `bin` for unknown types. */
export const endingOfModel = (mimeType: string): string => endings.get(mimeType) ?? 'bin'
