import { createContext, use } from 'react'

/** The model viewer as a source of pictures. */
export type CanvasView = {
  /** Name of the picture. */
  title: string
  /** @throws {Error} if nothing can be rendered now. */
  take: () => Promise<Blob>
}

/** `undefined` while no model is shown. */
export const CanvasViewContext = createContext<CanvasView | undefined>(undefined)

export const useCanvasView = (): CanvasView | undefined => use(CanvasViewContext)
