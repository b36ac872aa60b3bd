import { useMemo } from 'react'
import type { Model3d } from '#contract/models.ts'
import { paramsToSend } from '#lib/params/effective-params.ts'
import { ownValue } from '#lib/own-value.ts'
import { readMainPicture, withMainPicture } from './main-picture.ts'
import { isMadeWith } from './recipe.ts'
import { useStudio } from './store.ts'

type Made = { modelId: string; params: Record<string, unknown>; source?: unknown }

/** Returns whether a recipe or task has the present picture and settings of a generator. */
export function useIsMade(model: Model3d, recipe: Made | undefined): boolean {
  const picture = useStudio((state) => state.picture)
  const draft = useStudio((state) => ownValue(state.drafts, model.id))
  return useMemo(() => {
    if (recipe?.modelId !== model.id || recipe.source) return false
    const { paramSchema } = model
    const values = withMainPicture(draft ?? {}, readMainPicture(paramSchema), picture)
    return isMadeWith(model, recipe.params, paramsToSend(paramSchema, values))
  }, [model, recipe, picture, draft])
}
