import type { PreviewModel } from '../preview/preview.ts'
import { loadGlb } from './load-glb.ts'
import { createModelCache } from './model-cache.ts'
import type { ParsedModel } from './parse-glb.ts'

/** The models of the page. All viewers share this cache, because memory is limited per page. */
export const models = createModelCache<ParsedModel, PreviewModel>({
  maxBytes: 256 * 2 ** 20,
  load: loadGlb,
  weigh: ({ weightBytes }) => weightBytes,
  dispose: ({ free }) => free(),
})
