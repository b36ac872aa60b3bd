import { createRoot, flushSync, type RootState } from '@react-three/fiber'
import type { ReactNode } from 'react'
import { NeutralToneMapping, WebGLRenderer } from 'three'
import { pixelRatioFor } from '../camera/fit.ts'
import { stageFov } from '../camera/standing.ts'

export { Stage } from './stage.tsx'

export type CanvasSize = { width: number; height: number; top: number; left: number }

export type SceneRoot = {
  /**
   * Renders the scene synchronously.
   * @param options.isActive whether drawing is enabled.
   * @param options.drawsNow draws at once, because a resized canvas is blank.
   * @throws errors of react-three-fiber's setup.
   */
  render: (
    children: ReactNode,
    options: { size: CanvasSize; isActive: boolean; drawsNow: boolean },
  ) => void
  end: () => void
}

/** Creates the scene of a canvas. The scene then owns the canvas and its context. */
export function createSceneRoot(
  canvas: HTMLCanvasElement,
  context: WebGL2RenderingContext,
): SceneRoot {
  const gl = new WebGLRenderer({ canvas, alpha: true, context })
  const root = createRoot(canvas)
  let isConfigured = false
  return {
    render: (children, { size, isActive, drawsNow }) => {
      const ready = root.configure({
        size,
        frameloop: isActive ? 'demand' : 'never',
        dpr: pixelRatioFor(size.width, size.height, window.devicePixelRatio),
        camera: { fov: stageFov },
        gl: () => gl,
      })
      if (ready.status === 'rejected') throw ready.reason
      // Sets the tone mapping after the first `configure` call, which sets another tone mapping.
      if (!isConfigured) gl.toneMapping = NeutralToneMapping
      isConfigured = true
      const store = flushSync(() => root.render(children))
      const { advance }: RootState = store.getState()
      if (drawsNow) advance(performance.now())
    },
    end: () => root.unmount(),
  }
}
