import type { Dispatch, ReactNode, RefObject, SetStateAction } from 'react'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import type { Look } from '#viewer/look/look.ts'
import type { Note } from './notes.ts'
import type { PartsStore } from './parts-store.ts'
import type { PrintScale } from './use-print-scale.ts'
import type { Cut } from './cut.ts'
import type { ModelVariant } from '#model-files/glb/variant-address.ts'
import type { ViewerHandle } from '#viewer/viewer.tsx'

export type EditorModel = {
  url: string
  title: string
  fileName: string
  downloadUrl?: string | undefined
  publicUrl?: string | undefined
  madeFrom?: string | undefined
  /** Size of the file if known. The user must confirm before a large file is opened. */
  sizeBytes?: number | undefined
  triangles?: number | undefined
}

export type PanelId =
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

export type Edit = {
  url: string
  label: string
  sizeBytes: number
  /** Factor by which this edit scaled the model, by default 1. */
  factor?: number | undefined
}

/** Provides a file at an address from which a slicer can download once, without signing in. */
export type ProvideSlicerFile = (
  file: Blob,
  name: string,
) => Promise<{ url: string; expiresAt: Date }>

export type EditorState = {
  model: EditorModel
  original: EditorModel
  edits: readonly Edit[]
  onEdited: (glb: Blob, label: string, factor?: number) => void
  onUndo: () => void
  choice: ModelVariant
  onChoice: (choice: ModelVariant) => void
  parts: PartsStore
  loaded: LoadedModel | undefined
  print: PrintScale
  look: Look
  onLook: (change: Partial<Look>) => void
  notes: readonly Note[]
  /** Changes the notes. The function's identity never changes. */
  onNotes: (change: (notes: readonly Note[]) => readonly Note[]) => void
  sky: File | undefined
  onSky: (file: File | undefined) => void
  cut: Cut | undefined
  /** Sets the section planes. The function's identity never changes. */
  onCut: Dispatch<SetStateAction<Cut | undefined>>
  viewer: RefObject<ViewerHandle | null>
  /**
   * Adds react-three-fiber elements to the viewer's scene.
   * @returns a function that removes the elements. The function's identity never changes.
   */
  putOnStage: (node: ReactNode) => () => void
  /**
   * Adds react-three-fiber elements below the model. They stay while an edited model is prepared.
   * @returns a function that removes the elements. The function's identity never changes.
   */
  putOnGround: (node: ReactNode) => () => void
  /**
   * Adds HTML elements over the viewer.
   * @returns a function that removes the elements. The function's identity never changes.
   */
  putOverStage: (node: ReactNode) => () => void
  onPanel: (panel: PanelId) => void
  /** Undefined if the page cannot provide files to other programs, as on shared pages. */
  onSlicerFile: ProvideSlicerFile | undefined
}

export type PanelProps = { editor: EditorState }
