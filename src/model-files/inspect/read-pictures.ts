import { readGlb } from '../glb/glb-header.ts'
import { at, toCount, toObjectList, toObject } from '../glb/glb-json.ts'

export type FilePicture = {
  name: string
  blob: Blob
  uses: string[]
  title: string
}

const usesByName: Readonly<Record<string, string>> = {
  baseColorTexture: 'base colour',
  metallicRoughnessTexture: 'metalness and roughness',
  normalTexture: 'normal map',
  occlusionTexture: 'ambient occlusion',
  emissiveTexture: 'emissive',
}

export function readPictures(glb: Uint8Array<ArrayBuffer>): FilePicture[] {
  const { root, binary } = readGlb(glb)
  const views = toObjectList(root['bufferViews'])
  const textures = toObjectList(root['textures'])
  const uses = new Map<unknown, Set<string>>()
  const visit = (value: unknown, depth: number) => {
    if (depth > 6) return
    for (const [name, inside] of Object.entries(toObject(value))) {
      if (name.endsWith('Texture')) {
        const texture = at(textures, toObject(inside)['index'])
        // The addresses of WebP and KTX2 pictures are in extensions, often with a fallback in
        // another format.
        const sources = [texture, ...Object.values(toObject(texture['extensions']))]
        for (const source of sources.map((one) => toObject(one)['source'])) {
          const words = uses.get(source) ?? new Set()
          uses.set(source, words.add(usesByName[name] ?? name.replace(/Texture$/, '')))
        }
      } else visit(inside, depth + 1)
    }
  }
  for (const material of toObjectList(root['materials'])) visit(material, 0)
  const titles = new Map<string, number>()
  return toObjectList(root['images']).map((image, index) => {
    const view = at(views, image['bufferView'])
    const start = toCount(view['byteOffset'])
    const bytes = binary.slice(start, start + toCount(view['byteLength']))
    const type = typeof image['mimeType'] === 'string' ? image['mimeType'] : ''
    const name = typeof image['name'] === 'string' ? image['name'] : ''
    const words = [...(uses.get(index) ?? [])]
    const said = name || `texture ${index + 1}`
    const first = words[0] ?? said
    const times = (titles.get(first) ?? 0) + 1
    titles.set(first, times)
    return {
      name: said,
      blob: new Blob([bytes], { type }),
      uses: words,
      title: times === 1 ? first : `${first} ${times}`,
    }
  })
}
