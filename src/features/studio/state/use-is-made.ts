import { useMemo } from 'react'
import type { Asset } from '#contract/assets.ts'
import type { Model3d } from '#contract/models.ts'
import { paramsToSend } from '#lib/params/effective-params.ts'
import { ownValue } from '#lib/own-value.ts'
import { readMainPicture, withMainPicture } from './main-picture.ts'
import { isMadeWith } from './recipe.ts'
import { useStudio } from './store.ts'

/** Returns whether a model was made from the present picture and settings of a generator. */
export function useIsMade(model: Model3d, recipe: Asset['recipe']): boolean {
  const picture = useStudio((state) => state.picture)
  const draft = useStudio((state) => ownValue(state.drafts, model.id))
  return useMemo(() => {
    if (recipe?.modelId !== model.id || recipe.source) return false
    const { paramSchema } = model
    const values = withMainPicture(draft ?? {}, readMainPicture(paramSchema), picture)
    return isMadeWith(model, recipe.params, paramsToSend(paramSchema, values))
  }, [model, recipe, picture, draft])
}
