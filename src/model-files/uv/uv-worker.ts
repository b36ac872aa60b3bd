import '../optimize/block-code-generation.ts'
import { readVariant } from '../glb/variant-address.ts'
import { applyVariant } from '../mesh/apply-variant.ts'
import { readGlbDocument } from '../mesh/read-glb-parts.ts'
import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { drawUvs } from './draw-uvs.ts'
import { measureUvs } from './measure-uvs.ts'
import { type UvAnswer, uvGridSide, type UvQuestion } from './uv-facts.ts'
import type { EmbeddedPicture } from '../mesh/parts.ts'

serveWorker(
  async ({ url, chosen }: UvQuestion): Promise<UvAnswer> => {
    const document = await readGlbDocument(await fetchModel(url))
    applyVariant(document, readVariant(url))
    const { groups, layout, missing } = measureUvs(document, chosen)
    const picture = groups[chosen]?.picture
    const texture = picture && (await readTexture(picture))
    return {
      groups: groups.map(({ picture: own, ...facts }) => ({
        ...facts,
        isTextured: own !== undefined,
      })),
      drawn: layout && { drawing: drawUvs(layout), texture },
      missing,
    }
  },
  ({ drawn }) => (drawn ? [drawn.drawing, drawn.texture].filter((one) => one !== undefined) : []),
)

const readTexture = ({ bytes, mimeType }: EmbeddedPicture): Promise<ImageBitmap | undefined> =>
  createImageBitmap(new Blob([new Uint8Array(bytes)], { type: mimeType }), {
    resizeWidth: uvGridSide,
    resizeHeight: uvGridSide,
  }).catch(() => undefined)
