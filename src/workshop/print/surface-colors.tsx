import { useThree } from '@react-three/fiber'
import { useEffect, useMemo } from 'react'
import { BufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial } from 'three'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'
import { useStage } from '#viewer/stage/stage-context.ts'

type SurfaceColorsProps = {
  corners: Float32Array
  colors: Float32Array
}

export function SurfaceColors({ corners, colors }: SurfaceColorsProps) {
  const { box, centre } = useStage().model.bounds
  const invalidate = useThree((state) => state.invalidate)
  const drawn = useMemo(() => createMesh(corners, colors), [corners, colors])
  useEffect(() => {
    invalidate()
    return () => {
      drawn.geometry.dispose()
      drawn.material.dispose()
      invalidate()
    }
  }, [drawn, invalidate])
  return <primitive object={drawn} position={[-centre.x, -box.min.y, -centre.z]} dispose={null} />
}

function createMesh(corners: Float32Array, colors: Float32Array) {
  const perCorner = new Float32Array(corners.length)
  for (let at = 0; at < perCorner.length; at++) {
    perCorner[at] = colors[Math.floor(at / 9) * 3 + (at % 3)] ?? 0
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(corners, 3))
  geometry.setAttribute('color', new BufferAttribute(perCorner, 3))
  geometry.computeVertexNormals()
  const material = new MeshStandardMaterial({
    vertexColors: true,
    roughness: 0.85,
    // Draws in front of the model's triangles, which are at the same place.
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -4,
  })
  const mesh = new Mesh(geometry, material)
  mesh.layers.set(extrasLayer)
  return mesh
}
