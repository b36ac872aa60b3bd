import { Bounds, OrbitControls, useGLTF } from '@react-three/drei'
import { Canvas, useThree } from '@react-three/fiber'
import { Suspense, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { PMREMGenerator } from 'three'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import { modelUrl } from './model-url.ts'

/** The setup that drei's documentation describes, with a light that loads no file. */
const Page = () => (
  <Canvas frameloop="demand">
    <RoomLight />
    <Suspense fallback={null}>
      <Bounds fit observe>
        <Model />
      </Bounds>
    </Suspense>
    <OrbitControls makeDefault />
  </Canvas>
)

const Model = () => <primitive object={useGLTF(modelUrl).scene} />

function RoomLight() {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  useLayoutEffect(() => {
    const generator = new PMREMGenerator(gl)
    const { texture } = generator.fromScene(new RoomEnvironment(), 0.04)
    Object.assign(scene, { environment: texture })
    generator.dispose()
    return () => texture.dispose()
  }, [gl, scene])
  return null
}

createRoot(document.getElementById('root') ?? document.body).render(<Page />)
