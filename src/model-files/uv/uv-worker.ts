import '../optimize/block-code-generation.ts'
import { readGlbDocument } from '../mesh/read-glb-parts.ts'
import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { drawUvs } from './draw-uvs.ts'
import { measureUvs } from './measure-uvs.ts'
import { type UvAnswer, type UvGroup, uvGridSide, type UvQuestion } from './uv-facts.ts'
import type { EmbeddedPicture } from '../mesh/parts.ts'

serveWorker(
  async ({ url }: UvQuestion): Promise<UvAnswer> => {
    const { layouts, missing } = measureUvs(await readGlbDocument(await fetchModel(url)))
    const groups = layouts.map(async (layout): Promise<UvGroup> => {
      const { corners: _, uses: __, picture, ...facts } = layout
      const texture = picture && (await readTexture(picture))
      return { ...facts, drawing: drawUvs(layout), isTextured: picture !== undefined, texture }
    })
    return { groups: await Promise.all(groups), missing }
  },
  ({ groups }) =>
    groups.flatMap(({ drawing, texture }) => (texture ? [drawing, texture] : drawing)),
)

const readTexture = ({ bytes, mimeType }: EmbeddedPicture): Promise<ImageBitmap | undefined> =>
  createImageBitmap(new Blob([new Uint8Array(bytes)], { type: mimeType }), {
    resizeWidth: uvGridSide,
    resizeHeight: uvGridSide,
  }).catch(() => undefined)
