import { createContext, use } from 'react'

export type CanvasView = {
  title: string
  /** @throws {Error} if nothing can be rendered now. */
  take: () => Promise<Blob>
}

export const CanvasViewContext = createContext<CanvasView | undefined>(undefined)

export const useCanvasView = (): CanvasView | undefined => use(CanvasViewContext)
