import { extend } from '@react-three/fiber'
import { useMemo } from 'react'
import { LineBasicMaterial, LineSegments } from 'three'
import { PositionGeometry } from '#viewer/rendering/position-geometry.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

extend({ LineBasicMaterial, LineSegments, PositionGeometry })

type PrintBedProps = {
  /**
   * Width and depth of the bed in metres of the model, which may have another scale than the print.
   */
  size: readonly [number, number]
  /** Distance between grid lines: one centimetre of the print, in metres of the model. */
  cell: number
  isTooSmall: boolean
}

export function PrintBed({ size: [width, depth], cell, isTooSmall }: PrintBedProps) {
  const lines = useMemo(() => createGridLines([width, depth], cell), [width, depth, cell])
  return (
    <lineSegments position={[0, -cell / 20, 0]} layers={extrasLayer}>
      <positionGeometry args={[lines]} />
      <lineBasicMaterial
        color={isTooSmall ? '#c8322f' : '#8a8a8a'}
        transparent
        opacity={0.55}
        toneMapped={false}
      />
    </lineSegments>
  )
}

function createGridLines([width, depth]: readonly [number, number], cell: number): Float32Array {
  const points: number[] = []
  const across = (at: number) => points.push(at, 0, -depth / 2, at, 0, depth / 2)
  const along = (at: number) => points.push(-width / 2, 0, at, width / 2, 0, at)
  for (let at = -Math.floor(width / 2 / cell) * cell; at <= width / 2; at += cell) across(at)
  for (let at = -Math.floor(depth / 2 / cell) * cell; at <= depth / 2; at += cell) along(at)
  for (const edge of [-0.5, 0.5]) {
    across(edge * width)
    along(edge * depth)
  }
  return Float32Array.from(points)
}
