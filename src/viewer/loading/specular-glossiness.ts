import { Color, type Material, MeshPhysicalMaterial, SRGBColorSpace, type Texture } from 'three'
import type { GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js'
import { isRecord } from '#lib/fields.ts'

const extensionName = 'KHR_materials_pbrSpecularGlossiness'
/** Index of refraction with which only the specular colour determines the reflection. */
const mirrorIor = 1000

type Params = Record<string, unknown>
type TextureInfo = Parameters<GLTFParser['assignTexture']>[2]

/** Supports specular-glossiness materials, which three.js has removed. */
export class SpecularGlossiness implements GLTFLoaderPlugin {
  readonly name = extensionName
  readonly #parser: GLTFParser

  constructor(parser: GLTFParser) {
    this.#parser = parser
  }

  getMaterialType(index: number): typeof Material | null {
    return this.#settings(index) ? GlossyMaterial : null
  }

  async extendMaterialParams(index: number, params: Params): Promise<void> {
    const settings = this.#settings(index)
    if (!settings) return
    const [red = 1, green = 1, blue = 1, alpha = 1] = getNumbers(settings['diffuseFactor'])
    const [r = 1, g = 1, b = 1] = getNumbers(settings['specularFactor'])
    const glossiness = settings['glossinessFactor']
    params['color'] = new Color(red, green, blue)
    params['opacity'] = alpha
    params['metalness'] = 0
    params['roughness'] = 1 - (typeof glossiness === 'number' ? glossiness : 1)
    params['ior'] = mirrorIor
    params['specularColor'] = new Color(r, g, b)
    await Promise.all([
      this.#assign(params, 'map', settings['diffuseTexture']),
      this.#assign(params, 'specularColorMap', settings['specularGlossinessTexture']),
    ])
  }

  async #assign(params: Params, slot: string, info: unknown): Promise<void> {
    if (!isRecord(info)) return
    await this.#parser.assignTexture(params, slot, info as TextureInfo, SRGBColorSpace)
  }

  #settings(index: number): Readonly<Record<string, unknown>> | undefined {
    const json: unknown = this.#parser.json
    const materials = isRecord(json) ? json['materials'] : undefined
    const material: unknown = Array.isArray(materials) ? materials[index] : undefined
    const extensions = isRecord(material) ? material['extensions'] : undefined
    const settings = isRecord(extensions) ? extensions[extensionName] : undefined
    return isRecord(settings) ? settings : undefined
  }
}

const getNumbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []

/** A material whose roughness is one minus the glossiness in the specular texture's alpha. */
class GlossyMaterial extends MeshPhysicalMaterial {
  declare specularColorMap: Texture | null

  override onBeforeCompile(shader: { fragmentShader: string }): void {
    if (!this.specularColorMap) return
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <roughnessmap_fragment>',
      'float roughnessFactor = 1.0 - (1.0 - roughness) * texture2D(specularColorMap, vSpecularColorMapUv).a;',
    )
  }

  override customProgramCacheKey(): string {
    return 'specular-glossiness'
  }
}
