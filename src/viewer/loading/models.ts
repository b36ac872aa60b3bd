import type { PlainModel } from '../preview/plain-model.ts'
import { loadGlb } from './load-glb.ts'
import { createModelCache } from './model-cache.ts'
import type { ParsedModel } from './parse-glb.ts'

/**
 * The page's models, shared by all viewers, because memory is limited per page.
 * A model is a live scene graph, so it can be on one stage at a time.
 */
export const models = createModelCache<ParsedModel, PlainModel>({
  maxBytes: 256 * 2 ** 20,
  load: loadGlb,
  weigh: ({ weightBytes }) => weightBytes,
  dispose: ({ free }) => free(),
})
