import { idSchema } from '#contract/id.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import type { StoredAsset } from '../../../library/asset-service.ts'
import { ToolError } from '../tool.ts'
import type { Studio } from './studio.ts'

/** Larger ones take too long to draw and to look into. */
const bytesMax = 96 * 1024 * 1024

/** How a model is named, for the descriptions of tools. */
export const modelWords = 'Id of the model in the library.'

/** @throws {ToolError} where there is none, or one that is not a GLB. */
export async function findModel(
  { assets }: Pick<Studio, 'assets'>,
  id: string,
): Promise<StoredAsset> {
  const stored = idSchema.safeParse(id).success ? await assets.find(id) : undefined
  if (!stored) {
    throw new ToolError(
      `There is no model “${id.slice(0, 40)}” in the library. search_library finds their ids.`,
    )
  }
  const { mimeType, sizeBytes, name } = stored.asset
  if (mimeType !== glbMimeType) throw new ToolError(`“${name}” is no GLB file.`)
  if (sizeBytes > bytesMax) {
    throw new ToolError(`“${name}” is larger than ${bytesMax / 1024 / 1024} MB.`)
  }
  return stored
}
