import { Texture } from 'three'
import type { GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js'
import type { ReadyPictures } from './ready-pictures.ts'

/** Internal caches of GLTFLoader that its types do not declare. */
type Parser = GLTFParser & {
  sourceCache: Record<number, Promise<Texture>>
  textureLoader: { isImageBitmapLoader?: boolean }
  json: { images?: { mimeType?: string }[] }
}

export class PictureSource implements GLTFLoaderPlugin {
  readonly name = 'BOZZETTO_ready_pictures'
  readonly #parser: Parser
  readonly #pictures: ReadyPictures
  readonly #report: () => void

  /** @param report called for each unreadable picture, which GLTFLoader skips. */
  constructor(parser: GLTFParser, pictures: ReadyPictures, report: () => void) {
    this.#parser = parser as Parser
    this.#pictures = pictures
    this.#report = report
  }

  beforeRoot(): null {
    const { sourceCache, textureLoader, json } = this.#parser
    // In old browsers, GLTFLoader does not decode textures to bitmaps.
    if (!textureLoader.isImageBitmapLoader) return null
    for (const [image, picture] of this.#pictures) {
      sourceCache[image] = this.#makeTexture(picture, json.images?.[image]?.mimeType)
      sourceCache[image].catch(this.#report)
    }
    return null
  }

  async #makeTexture(picture: Promise<ImageBitmap>, mimeType: string | undefined) {
    const texture = new Texture(await picture)
    texture.needsUpdate = true
    texture.userData = { mimeType }
    return texture
  }
}
