import { ownValue } from './own-value.ts'

/**
 * Kinds of 3D model files, by the usual ending of their names. PLY and FBX have no registered type
 * (IANA, model/*); theirs are the ones in common use.
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

/** Of bytes of which nothing is known; nobody opens them as anything. */
const unknownMimeType = 'application/octet-stream'

/** The type of a model file, `application/octet-stream` for an ending that is not known. */
export const mimeTypeOfModel = (ending: string): string =>
  ownValue(kinds, ending.toLowerCase()) ?? unknownMimeType

/** The same type if it is one of model files, else `application/octet-stream`. */
export const knownModelType = (mimeType: string): string =>
  endings.has(mimeType) ? mimeType : unknownMimeType

/** The ending of a model file's name, without the dot: `glb`, and `bin` for a type that is not known. */
export const endingOfModel = (mimeType: string): string => endings.get(mimeType) ?? 'bin'
