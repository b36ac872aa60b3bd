import type { PlainModel } from '../first-look/plain-model.ts'
import { loadGlb } from './load-glb.ts'
import { createModelCache } from './model-cache.ts'
import type { Model } from './parse-glb.ts'

/**
 * The models that the page holds. One for all viewers, because the memory is one.
 *
 * A model is a live scene graph: it can stand on one stage at a time.
 */
export const models = createModelCache<Model, PlainModel>({
  maxBytes: 256 * 2 ** 20,
  load: loadGlb,
  weigh: ({ weightBytes }) => weightBytes,
  dispose: ({ free }) => free(),
})
