import { useStore } from 'zustand'
import { createJSONStorage, persist, type PersistStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import * as z from 'zod/mini'
import type { ParamCarryOver } from '#lib/params/carry-over.ts'
import type { ReplacedSetting } from '#lib/params/renew-params.ts'
import { ownValue } from '#lib/own-value.ts'
import { browserStorage } from '#lib/browser/browser-storage.ts'
import { pictureSchema, type StudioPicture } from './picture.ts'

/** Values of a form, without untouched fields. */
export type ParamDraft = { readonly [name: string]: unknown }

type Carried = { modelId: string; replaced?: readonly ReplacedSetting[] } & Pick<
  ParamCarryOver,
  'kept' | 'dropped'
>

type Shown = { kind: 'task' | 'asset'; id: string }

export type StudioState = {
  modelId: string | undefined
  /** The main picture, which all models share, so that switching the model keeps the picture. */
  picture: StudioPicture | undefined
  drafts: { readonly [modelId: string]: ParamDraft }
  shown: Shown | undefined
  /**
   * How the last change of the model affected the settings. Undefined after the user has closed the
   * note.
   */
  carried: Carried | undefined

  defaultTaken: string | undefined

  defaultFound: (modelId: string) => void
  modelPicked: (modelId: string) => void
  modelSwitched: (modelId: string, carryOver: ParamCarryOver) => void
  carriedClosed: () => void
  /**
   * Records that settings of an earlier task were replaced, because the provider no longer accepts
   * them.
   */
  settingsReplaced: (modelId: string, replaced: readonly ReplacedSetting[]) => void
  pictureChosen: (picture: StudioPicture) => void
  pictureRemoved: () => void
  pictureDeleted: (id: string) => void
  paramChanged: (modelId: string, name: string, value: unknown) => void
  draftReplaced: (modelId: string, draft: ParamDraft) => void
  draftsReplaced: (drafts: StudioState['drafts']) => void
  settingsTaken: (modelId: string, draft: ParamDraft, picture: StudioPicture | undefined) => void
  draftCleared: (modelId: string) => void
  taskShown: (id: string) => void
  assetShown: (id: string) => void
  canvasCleared: () => void
}

const keptSchema = z.object({
  modelId: z.optional(z.string()),
  defaultTaken: z.optional(z.string()),
  picture: z.optional(pictureSchema),
  drafts: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type Kept = z.infer<typeof keptSchema>

const draftsMax = 30

/** Creates a store. The app uses `studioStore`, and each test creates its own store. */
export const createStudioStore = (
  storage: PersistStorage<Kept> | undefined = createJSONStorage(() => browserStorage),
) =>
  createStore<StudioState>()(
    persist(
      (set) => ({
        modelId: undefined,
        defaultTaken: undefined,
        picture: undefined,
        drafts: {},
        shown: undefined,
        carried: undefined,

        defaultFound: (modelId) =>
          set((state) =>
            state.defaultTaken === modelId ? state : { modelId, defaultTaken: modelId },
          ),
        modelPicked: (modelId) => set({ modelId }),
        modelSwitched: (modelId, { values, kept, dropped }) =>
          set(({ drafts }) => ({
            modelId,
            drafts: withDraft(drafts, modelId, values),
            carried: kept.length + dropped.length > 0 ? { modelId, kept, dropped } : undefined,
          })),
        carriedClosed: () => set({ carried: undefined }),
        settingsReplaced: (modelId, replaced) =>
          set({
            carried: replaced.length > 0 ? { modelId, kept: [], dropped: [], replaced } : undefined,
          }),
        pictureChosen: (picture) => set({ picture }),
        pictureRemoved: () => set({ picture: undefined }),
        pictureDeleted: (id) =>
          set(({ picture, drafts }) => ({
            picture: picture?.id === id ? undefined : picture,
            drafts: withoutPicture(drafts, id),
          })),
        paramChanged: (modelId, name, value) =>
          set(({ drafts }) => {
            const { [name]: _before, ...rest } = ownValue(drafts, modelId) ?? {}
            const draft = value === undefined ? rest : { ...rest, [name]: value }
            return { drafts: withDraft(drafts, modelId, draft) }
          }),
        draftReplaced: (modelId, draft) =>
          set(({ drafts }) => ({ drafts: withDraft(drafts, modelId, draft) })),
        draftsReplaced: (drafts) => set({ drafts }),
        settingsTaken: (modelId, draft, picture) =>
          set((state) => ({
            modelId,
            picture: picture ?? state.picture,
            drafts: withDraft(state.drafts, modelId, draft),
          })),
        draftCleared: (modelId) =>
          set(({ drafts }) => ({ drafts: withDraft(drafts, modelId, {}) })),
        taskShown: (id) => set({ shown: { kind: 'task', id } }),
        assetShown: (id) => set({ shown: { kind: 'asset', id } }),
        canvasCleared: () => set({ shown: undefined }),
      }),
      {
        name: 'bozzetto.studio',
        version: 1,
        ...(storage && { storage }),
        partialize: ({ modelId, defaultTaken, picture, drafts }): Kept => ({
          drafts,
          ...(modelId !== undefined && { modelId }),
          ...(defaultTaken !== undefined && { defaultTaken }),
          ...(picture && { picture }),
        }),
        merge: (kept, state) => {
          const checked = keptSchema.safeParse(kept)
          return checked.success ? { ...state, ...checked.data } : state
        },
      },
    ),
  )

/**
 * Replaces the values of one form, moves the form to the end, and drops the oldest forms beyond 30.
 */
function withDraft(
  drafts: StudioState['drafts'],
  modelId: string,
  draft: ParamDraft,
): StudioState['drafts'] {
  const { [modelId]: _before, ...others } = drafts
  const kept = Object.entries(others).slice(1 - draftsMax)
  return { ...Object.fromEntries(kept), [modelId]: draft }
}

function withoutPicture(drafts: StudioState['drafts'], id: string): StudioState['drafts'] {
  const names = (value: unknown) => JSON.stringify(value ?? null).includes(id)
  if (!names(drafts)) return drafts
  const entries = Object.entries(drafts).map(([modelId, draft]) => {
    const kept = Object.entries(draft).filter(([, value]) => !names(value))
    return [modelId, Object.fromEntries(kept)] as const
  })
  return Object.fromEntries(entries)
}

/** The app's store, for event handlers that read state without subscribing. */
export const studioStore = createStudioStore()

export const useStudio = <T>(select: (state: StudioState) => T): T => useStore(studioStore, select)
