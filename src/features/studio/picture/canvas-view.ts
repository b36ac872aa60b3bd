import { createContext, use } from 'react'

/** What stands in the canvas, as a picture. */
export type CanvasView = {
  /** Names the picture. */
  title: string
  /** @throws {Error} if nothing can be drawn now. */
  take: () => Promise<Blob>
}

/** `undefined` while the canvas shows no model. */
export const CanvasViewContext = createContext<CanvasView | undefined>(undefined)

export const useCanvasView = (): CanvasView | undefined => use(CanvasViewContext)
