import type { EmbeddedPicture } from '../../mesh/parts.ts'
import { toGltfPicture } from '../pictures/gltf-picture.ts'
import { findChild, type FbxNode, getText } from './fbx-node.ts'
import type { FbxObject, FbxScene } from './fbx-scene.ts'

export type FbxPictures = {
  readonly find: (texture: FbxObject) => EmbeddedPicture | undefined
}

/** @param pictureNamed returns the separate file of a name, or reports the missing file. */
export function createFbxPictures(
  scene: FbxScene,
  pictureNamed: (name: string) => EmbeddedPicture | undefined,
): FbxPictures {
  const embedded = new Map<string, Uint8Array<ArrayBuffer>>()
  const videos = [...scene.objects.values()].filter(({ kind }) => kind === 'Video')
  for (const { node } of videos) {
    const content = getContent(findChild(node, 'Content'))
    for (const path of content ? getPaths(node) : []) {
      if (content && !embedded.has(getBase(path))) embedded.set(getBase(path), content)
    }
  }
  const made = new Map<string, EmbeddedPicture | undefined>()
  const open = (paths: readonly string[], own: Uint8Array<ArrayBuffer> | undefined) => {
    const [first = ''] = paths
    const bytes = own ?? paths.map((path) => embedded.get(getBase(path))).find(Boolean)
    const picture = bytes && toGltfPicture(bytes, getBase(first))
    if (picture || first === '') return picture
    return pictureNamed(getBase(first))
  }
  return {
    find: (texture) => {
      const video = texture.children.find(({ object }) => object.kind === 'Video')?.object
      const paths = [video?.node, texture.node].flatMap((node) => (node ? getPaths(node) : []))
      const key = paths.join('\n')
      if (!made.has(key)) {
        made.set(key, open(paths, getContent(findChild(video?.node, 'Content'))))
      }
      return made.get(key)
    },
  }
}

const getPaths = (node: FbxNode): string[] =>
  ['RelativeFilename', 'Filename', 'FileName', 'RelativeFileName']
    .map((name) => getText(findChild(node, name)))
    .filter((path) => path !== '')

const getBase = (path: string): string => path.split(/[\\/]/).at(-1) ?? path

function getContent(node: FbxNode | undefined): Uint8Array<ArrayBuffer> | undefined {
  const raw = node?.values.find((value) => value instanceof Uint8Array)
  if (raw && raw.length > 0) return raw.slice()
  const text = (node?.values ?? []).filter((value) => typeof value === 'string').join('')
  if (text === '') return undefined
  try {
    return Uint8Array.from(atob(text.replaceAll(/\s/g, '')), (sign) => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}
