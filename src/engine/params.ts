import { EngineError } from './errors.ts'
import { createRandom } from './random.ts'

/** Params of a model that users can choose, named as in the HTTP interface. */
export type EngineParams = {
  /** Upper bound of the model's triangles, 100 to 500,000. */
  face_limit: number
  texture: boolean
  /** True to add a normal map and a map of occlusion, roughness and metalness. */
  pbr: boolean
  /** Seed that varies thickness and detail slightly. 0 varies nothing. */
  model_seed: number
  /**
   * How depth is added. `object` inflates the silhouette or makes a box. `turned` rotates the
   * silhouette around its upright axis. `flat` makes a plate with bevelled edges. `relief` carves
   * the whole picture into a slab.
   */
  style: 'auto' | 'object' | 'turned' | 'flat' | 'relief'
  /** How the back looks: `mirror` like the front, `inpaint` without details such as a face. */
  back: 'auto' | 'mirror' | 'inpaint'
  /**
   * Depth from front to back as a fraction of the long side in the picture, 0.02 to 3. Predicted if
   * missing.
   */
  depth?: number | undefined
  /** Factor for the chosen or predicted depth, 0.2 to 2. */
  thickness: number
  /** Strength of the relief of parts and creases, 0 to 2.5. */
  detail: number
  /**
   * Long side of the front's half of the texture, in pixels. `auto` uses the picture's resolution.
   */
  texture_size: 'auto' | 512 | 1024 | 2048 | 4096
  /**
   * Format of the texture. WebP is smaller, but needs a viewer that supports `EXT_texture_webp`.
   */
  texture_format: 'jpeg' | 'webp'
  /** Long side of the model as seen in the picture, in metres. */
  auto_size: number
}

export const defaultEngineParams: EngineParams = {
  face_limit: 20_000,
  texture: true,
  pbr: true,
  model_seed: 0,
  style: 'auto',
  back: 'auto',
  thickness: 1,
  detail: 1,
  texture_size: 'auto',
  texture_format: 'jpeg',
  auto_size: 1,
}

/**
 * Sides of the object besides its front. `left` is the object's own left, which is on the right of
 * a viewer in front of the object.
 */
export const viewNames = ['back', 'left', 'right'] as const
export type ViewName = (typeof viewNames)[number]

export type ViewPictures = { readonly [name in ViewName]?: Uint8Array | undefined }

export const paramBounds = {
  face_limit: [100, 500_000],
  depth: [0.02, 3],
  thickness: [0.2, 2],
  detail: [0, 2.5],
  auto_size: [0.001, 1000],
} as const

const choices = {
  style: ['auto', 'object', 'turned', 'flat', 'relief'],
  back: ['auto', 'mirror', 'inpaint'],
  texture_size: ['auto', 512, 1024, 2048, 4096],
  texture_format: ['jpeg', 'webp'],
} as const

/**
 * Fills in missing params.
 * @throws {EngineError} `out_of_bounds` for a value that is not allowed, such as NaN.
 */
export function completeParams(given: Partial<EngineParams>): EngineParams {
  const params = { ...defaultEngineParams, ...given }
  for (const name of ['face_limit', 'depth', 'thickness', 'detail', 'auto_size'] as const) {
    const [low, high] = paramBounds[name]
    const value = params[name]
    if (value === undefined && name === 'depth') continue
    if (!(value !== undefined && value >= low && value <= high)) {
      throw new EngineError('out_of_bounds', `${name} must be between ${low} and ${high}.`)
    }
  }
  for (const name of ['style', 'back', 'texture_size', 'texture_format'] as const) {
    const allowed: readonly unknown[] = choices[name]
    if (!allowed.includes(params[name])) {
      throw new EngineError('out_of_bounds', `${name} must be one of ${allowed.join(', ')}.`)
    }
  }
  if (!Number.isSafeInteger(params.model_seed)) {
    throw new EngineError('out_of_bounds', 'model_seed must be a whole number.')
  }
  return { ...params, face_limit: Math.floor(params.face_limit) }
}

/**
 * Returns the factors by which a seed varies the shape: at most 6 % (thickness) and 15 % (detail),
 * and nothing for seed 0.
 */
export function seedFactors(seed: number): { thickness: number; detail: number } {
  if (seed === 0) return { thickness: 1, detail: 1 }
  const random = createRandom(seed)
  return {
    thickness: 1 + 0.06 * (2 * random() - 1),
    detail: 1 + 0.15 * (2 * random() - 1),
  }
}
