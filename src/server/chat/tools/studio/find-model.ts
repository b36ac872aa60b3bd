import { idSchema } from '#contract/id.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import type { StoredAsset } from '../../../library/asset-service.ts'
import { ToolError, type ToolContext } from '../tool.ts'
import type { Studio } from './studio.ts'

/** Maximum size of a model file in bytes. Larger files take too long to render and to inspect. */
const bytesMax = 96 * 1024 * 1024

export const modelWords =
  'Id of the model in the library, or “latest” for the last one of this chat.'

/**
 * Finds the 3D model that an argument of a tool call names.
 * @throws {ToolError} if the model does not exist or is not a GLB.
 */
export async function findModel(
  { assets }: Pick<Studio, 'assets'>,
  wanted: string,
  { models }: Pick<ToolContext, 'models'>,
): Promise<StoredAsset> {
  const id = wanted === 'latest' ? await getLatest(assets, models) : wanted
  const stored = idSchema.safeParse(id).success ? await assets.find(id) : undefined
  if (!stored) {
    throw new ToolError(
      `There is no model “${id.slice(0, 40)}” in the library. search_library finds their ids.`,
    )
  }
  const { mimeType, sizeBytes, name, recipe } = stored.asset
  if (mimeType !== glbMimeType) {
    const source = recipe?.source && ` It was made of ${recipe.source.assetId}: use that.`
    throw new ToolError(`“${name}” is not a GLB file.${source ?? ''}`)
  }
  if (sizeBytes > bytesMax) {
    throw new ToolError(`“${name}” is larger than ${bytesMax / 1024 / 1024} MB.`)
  }
  return stored
}

async function getLatest(assets: Studio['assets'], models: ToolContext['models']): Promise<string> {
  // Skips files in other formats, because “latest” means the model from which they were converted.
  for (const id of (await models()).toReversed()) {
    const stored = await assets.find(id)
    if (!stored || stored.asset.mimeType === glbMimeType) return id
  }
  const { assets: newest } = await assets.list({ limit: 1 })
  const [first] = newest
  if (!first) throw new ToolError('There is no model yet. make_3d_model makes one.')
  return first.id
}
