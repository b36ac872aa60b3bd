import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Model3d } from '#contract/models.ts'
import type { ParamIssue } from '#lib/params/check/check-params.ts'
import { isEqual } from '#lib/params/matches.ts'
import { renewParams } from '#lib/params/renew-params.ts'
import { ownValue } from '#lib/own-value.ts'
import { loadCode, loadedCode } from '#ui/layout/loaded-code.ts'
import { prefetch } from '#ui/layout/prefetch.ts'
import { loadText } from './form/control-loaders.ts'
import { useOwnIssues } from './form/use-own-issues.ts'
import { useParamForm } from './form/use-param-form.ts'
import { readMainPicture, withMainPicture } from './state/main-picture.ts'
import { checkPicture } from './state/picture.ts'
import { toDraft, sameSettings } from './state/recipe.ts'
import { studioStore, useStudio, type ParamDraft } from './state/store.ts'

const loadCarryOver = async () => (await import('#lib/params/carry-over.ts')).carryOver

/**
 * Loads the code for switching models before the user opens the list of models, so that the next
 * form appears at once.
 */
export function loadForSwitch(): void {
  for (const load of [loadCarryOver, loadText]) {
    loadCode<unknown>(load).catch(() => {})
  }
}

const noDraft: ParamDraft = {}

export function useModelForm(model: Model3d) {
  useEffect(() => prefetch(loadCarryOver), [])
  const picture = useStudio((state) => state.picture)
  const draft = useStudio((state) => ownValue(state.drafts, model.id) ?? noDraft)
  useEffect(() => {
    const { params, replaced } = renewParams(model.paramSchema, draft)
    if (params === draft) return
    const { draftReplaced, settingsReplaced } = studioStore.getState()
    draftReplaced(model.id, params)
    if (replaced.length > 0) settingsReplaced(model.id, replaced)
  }, [model, draft])
  const main = useMemo(() => readMainPicture(model.paramSchema), [model])
  const values = useMemo(() => withMainPicture(draft, main, picture), [draft, main, picture])
  const misfit = main && picture ? checkPicture(picture, main.rules) : undefined
  const mainIssues = useMemo(
    (): ParamIssue[] =>
      main && misfit !== undefined ? [{ path: main.name, message: misfit }] : [],
    [main, misfit],
  )
  const [ownIssues, setOwnIssue] = useOwnIssues()
  const form = useParamForm(model.paramSchema, values, [...ownIssues, ...mainIssues])

  const { changed } = form
  const single = main?.places === undefined ? main : undefined
  const viewsName = main?.places === undefined ? undefined : main.name
  const change = useCallback(
    (name: string, value: unknown) => {
      const { paramChanged, pictureRemoved } = studioStore.getState()
      paramChanged(model.id, name, value)
      // The main picture would fill the emptied slots again, so remove the main picture too.
      if (value === undefined && name === viewsName) pictureRemoved()
      changed(name)
    },
    [changed, model.id, viewsName],
  )
  const pictureUrl = picture?.url
  const [checkedUrl, setCheckedUrl] = useState(pictureUrl)
  if (checkedUrl !== pictureUrl) {
    // A new picture makes the server's issue about the previous picture obsolete.
    setCheckedUrl(pictureUrl)
    if (main) changed(main.name)
  }

  return {
    form,
    draft,
    picture,
    single,
    misfit,
    setOwnIssue,
    change,
    replaceAll: (params: Record<string, unknown>): void => {
      const { draftReplaced, settingsTaken } = studioStore.getState()
      if (!single || isEqual(ownValue(params, single.name), ownValue(values, single.name))) {
        draftReplaced(model.id, toDraft(model.paramSchema, params, single?.name))
      } else {
        const taken = sameSettings(model, params, undefined)
        settingsTaken(model.id, taken.draft, taken.picture)
      }
    },
    switchTo: async (next: Model3d | undefined): Promise<void> => {
      if (!next || next.id === model.id) return
      // Without an `await` for loaded code, the closing list and the next form render together.
      const carryOver = loadedCode(loadCarryOver) ?? (await loadCode(loadCarryOver))
      const { drafts, modelSwitched } = studioStore.getState()
      const to = {
        schema: next.paramSchema,
        held: ownValue(drafts, next.id) ?? noDraft,
        name: next.name,
      }
      modelSwitched(next.id, carryOver({ schema: model.paramSchema, values: draft }, to))
    },
  }
}
