import { ownValue } from './own-value.ts'

/**
 * MIME types of model files by file extension. Where IANA has registered no type, this is the
 * common type. Types that end in `+xml` are avoided, because browsers run scripts in such files.
 */
const kinds: Readonly<Record<string, string>> = {
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  obj: 'model/obj',
  stl: 'model/stl',
  ply: 'application/x-ply',
  fbx: 'application/x-fbx',
  usdz: 'model/vnd.usdz+zip',
  usda: 'model/vnd.usda',
  usdc: 'model/vnd.usd',
  usd: 'model/vnd.usd',
  '3mf': 'model/3mf',
  dae: 'application/x-collada',
  '3ds': 'application/x-3ds',
  amf: 'application/x-amf',
  vox: 'application/x-vox',
  stp: 'model/step',
  step: 'model/step',
  igs: 'model/iges',
  iges: 'model/iges',
  splat: 'application/x-splat',
  spz: 'application/x-spz',
  ksplat: 'application/x-ksplat',
  sog: 'application/x-sog',
  zip: 'application/zip',
  mp4: 'video/mp4',
}

const endings = new Map(Object.entries(kinds).map(([ending, mimeType]) => [mimeType, ending]))

export const glbMimeType = 'model/gltf-binary'

/** MIME type for unknown content, which browsers download instead of opening. */
const unknownMimeType = 'application/octet-stream'

export const mimeTypeOfModel = (ending: string): string =>
  ownValue(kinds, ending.toLowerCase()) ?? unknownMimeType

/** Returns `mimeType` if it is the type of a 3D model, otherwise `application/octet-stream`. */
export const knownModelType = (mimeType: string): string =>
  endings.has(mimeType) ? mimeType : unknownMimeType

/**
 * Returns the file extension for a model's MIME type, without the dot. Returns `bin` for an unknown
 * type.
 */
export const endingOfModel = (mimeType: string): string => endings.get(mimeType) ?? 'bin'
