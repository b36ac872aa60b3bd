import type { Dispatch, ReactNode, RefObject, SetStateAction } from 'react'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import type { Look } from '#viewer/look/look.ts'
import type { Note } from './notes.ts'
import type { PartsStore } from './parts-store.ts'
import type { Cut } from './cut.ts'
import type { ModelVariant } from '#model-files/glb/variant-address.ts'
import type { ViewerHandle } from '#viewer/viewer.tsx'

/** A model file that stands on the desk. */
export type DeskModel = {
  /** Of a GLB, on our own origin or a `blob:`. */
  url: string
  title: string
  /** Under which it is downloaded as it is. */
  fileName: string
  /** Of the file as it is, where that is no GLB and `url` is what was made of it to show it. */
  downloadUrl?: string | undefined
  /** Of the GLB, with its origin, where whoever has it needs no session. */
  publicUrl?: string | undefined
  /** The kind of file that the GLB was made from, where it was: `STL`. */
  madeFrom?: string | undefined
  /** Where they are known beforehand: a large model is asked about before it is opened. */
  sizeBytes?: number | undefined
  triangles?: number | undefined
}

/** What the panel beside the model is about. */
export type Topic =
  | 'look'
  | 'facts'
  | 'section'
  | 'measure'
  | 'notes'
  | 'parts'
  | 'materials'
  | 'print'
  | 'optimize'
  | 'picture'
  | 'export'

/** One thing that was done to the model. */
export type Edit = {
  /** A `blob:` of the GLB after it. */
  url: string
  /** In words. */
  label: string
  sizeBytes: number
}

/** What a panel may use. */
export type Desk = {
  /** As it is now, after all edits. */
  model: DeskModel
  /** As it was opened. */
  original: DeskModel
  /** What was done to it, the last at the end. */
  edits: readonly Edit[]
  /** Puts another GLB in its place, which can be taken back. */
  onEdited: (glb: Blob, label: string) => void
  onUndo: () => void
  /** Which scene and materials of the file are shown. */
  choice: ModelVariant
  onChoice: (choice: ModelVariant) => void
  /** What is done with the parts of the model. */
  parts: PartsStore
  /** Counted in the file, once it is here. */
  loaded: LoadedModel | undefined
  look: Look
  onLook: (change: Partial<Look>) => void
  notes: readonly Note[]
  /** Stays the same. */
  onNotes: (change: (notes: readonly Note[]) => readonly Note[]) => void
  /** A panorama of the person's own that lights the model. */
  sky: File | undefined
  onSky: (file: File | undefined) => void
  /** Through the model, if it is cut open. */
  cut: Cut | undefined
  /** Stays the same. */
  onCut: Dispatch<SetStateAction<Cut | undefined>>
  viewer: RefObject<ViewerHandle | null>
  /** Puts react-three-fiber elements on the stage; the result takes them away again. Stays the same. */
  putOnStage: (node: ReactNode) => () => void
  /** Opens another panel in place of this one. */
  onTopic: (topic: Topic) => void
}

export type PanelProps = { desk: Desk }
