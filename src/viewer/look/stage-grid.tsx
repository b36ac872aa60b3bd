import { Grid } from '@react-three/drei/core/Grid.js'
import { extend, useThree } from '@react-three/fiber'
import { useLayoutEffect } from 'react'
import { DoubleSide, Layers, Mesh, PlaneGeometry } from 'three'
import type { ParsedModel } from '../loading/parse-glb.ts'
import { extrasLayer } from '../rendering/stage-passes.ts'

extend({ Mesh, PlaneGeometry })

const reach = 6
const color = '#8a8a8a'

const layers = new Layers()
layers.set(extrasLayer)

/**
 * Draws a metric grid on the ground, with lines at a power of ten metres. Every tenth line is
 * stronger.
 */
export function StageGrid({ model }: { model: ParsedModel }) {
  const { radius } = model.bounds
  const invalidate = useThree((state) => state.invalidate)
  const cellMetres = 10 ** Math.floor(Math.log10(radius / 2))

  useLayoutEffect(() => {
    invalidate()
    return () => invalidate()
  }, [invalidate])

  return (
    <Grid
      args={[2 * reach * radius, 2 * reach * radius]}
      // Puts the grid slightly below model and shadow, because surfaces at the same height flicker.
      position={[0, -radius / 250, 0]}
      layers={layers}
      side={DoubleSide}
      cellSize={cellMetres}
      sectionSize={cellMetres * 10}
      cellColor={color}
      sectionColor={color}
      cellThickness={0.6}
      sectionThickness={1.2}
      fadeDistance={reach * radius}
      // Lines fade out with the distance from the model, not from the camera.
      fadeFrom={0}
    />
  )
}
