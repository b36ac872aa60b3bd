import { disposeTree } from '../gpu/dispose.ts'
import { loadGlb, type Model } from './load-glb.ts'
import { createModelCache } from './model-cache.ts'

/**
 * The models that the page holds. One for all viewers, because the memory is one.
 *
 * A model is a live scene graph: it can stand on one stage at a time.
 */
export const models = createModelCache<Model>({
  maxBytes: 256 * 2 ** 20,
  load: loadGlb,
  weigh: ({ weightBytes }) => weightBytes,
  dispose: ({ scene }) => disposeTree(scene),
})
