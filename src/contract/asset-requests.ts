// Requests for assets. The browser does not parse them, so it does not load these schemas.
import * as z from 'zod/mini'
import { assetNameLengthMax, assetNotesSchema, tagLengthMax, tagsMax } from './assets.ts'

const tagSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(tagLengthMax))

/** Filter of an asset list. Undefined fields do not restrict the list. */
export const assetFilterSchema = z.object({
  /** Words that must all occur in the name, model, params, tags or folder. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  modelId: z.optional(z.string().check(z.maxLength(200))),
  tag: z.optional(tagSchema),
  folder: z.optional(tagSchema),
  starred: z.optional(z.stringbool()),
  trash: z.optional(z.stringbool()),
  since: z.optional(z.iso.datetime()),
})
export type AssetFilter = z.infer<typeof assetFilterSchema>

export const assetPatchSchema = z.object({
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(assetNameLengthMax))),
  isStarred: z.optional(z.boolean()),
  tags: z.optional(z.array(tagSchema).check(z.maxLength(tagsMax))),
  folder: z.optional(z.nullable(tagSchema)),
  notes: z.optional(assetNotesSchema),
})
export type AssetPatch = z.infer<typeof assetPatchSchema>
