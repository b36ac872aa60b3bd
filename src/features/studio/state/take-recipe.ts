import type { Recipe } from '#contract/assets.ts'
import type { Model3d } from '#contract/models.ts'
import { sameSettings } from './recipe.ts'
import { studioStore } from './store.ts'

/** Fills the form with the settings and the picture that made a model. */
export function takeRecipe(model: Model3d, { params }: Recipe, pictureUrl: string | undefined) {
  const taken = sameSettings(model, params, pictureUrl)
  const { settingsTaken, settingsReplaced } = studioStore.getState()
  settingsTaken(model.id, taken.draft, taken.picture)
  settingsReplaced(model.id, taken.replaced)
}
