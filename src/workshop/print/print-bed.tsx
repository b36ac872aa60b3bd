import { useThree } from '@react-three/fiber'
import { useEffect, useMemo } from 'react'
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

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
  const invalidate = useThree((state) => state.invalidate)
  const lines = useMemo(
    () => createGrid([width, depth], cell, isTooSmall),
    [width, depth, cell, isTooSmall],
  )
  useEffect(() => {
    invalidate()
    return () => {
      lines.geometry.dispose()
      lines.material.dispose()
      invalidate()
    }
  }, [lines, invalidate])
  return <primitive object={lines} position={[0, -cell / 20, 0]} dispose={null} />
}

function createGrid([width, depth]: readonly [number, number], cell: number, isTooSmall: boolean) {
  const points: number[] = []
  const across = (at: number) => points.push(at, 0, -depth / 2, at, 0, depth / 2)
  const along = (at: number) => points.push(-width / 2, 0, at, width / 2, 0, at)
  for (let at = -Math.floor(width / 2 / cell) * cell; at <= width / 2; at += cell) across(at)
  for (let at = -Math.floor(depth / 2 / cell) * cell; at <= depth / 2; at += cell) along(at)
  for (const edge of [-0.5, 0.5]) {
    across(edge * width)
    along(edge * depth)
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(points), 3))
  const material = new LineBasicMaterial({
    color: isTooSmall ? '#c8322f' : '#8a8a8a',
    transparent: true,
    opacity: 0.55,
    toneMapped: false,
  })
  const lines = new LineSegments(geometry, material)
  lines.layers.set(extrasLayer)
  return lines
}
