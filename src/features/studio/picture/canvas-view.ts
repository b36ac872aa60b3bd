import { createContext, use } from 'react'

export type CanvasView = {
  title: string
  /**
   * Takes a picture of the canvas.
   * @throws {Error} if the canvas cannot render now.
   */
  take: () => Promise<Blob>
}

export const CanvasViewContext = createContext<CanvasView | undefined>(undefined)

export const useCanvasView = (): CanvasView | undefined => use(CanvasViewContext)
