import { useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Mesh, ShaderMaterial } from 'three'
import { useStage } from '#viewer/stage/stage-context.ts'
import { useClick } from '../pick/use-click.ts'

const selectedLayer = 3

/**
 * Makes the model's meshes clickable.
 * @param onPicked called with the clicked mesh, or with `undefined` for a click beside the model.
 */
export function PartPicking({ onPicked }: { onPicked: (mesh: Mesh | undefined) => void }) {
  useClick((hit) => onPicked(hit?.object instanceof Mesh ? hit.object : undefined))
  return null
}

export function SelectionTint({ meshes }: { meshes: readonly Mesh[] }) {
  const { passes } = useStage()
  const invalidate = useThree((state) => state.invalidate)
  const [tint] = useState(makeTint)
  useEffect(() => () => tint.dispose(), [tint])

  useLayoutEffect(() => {
    const remove = passes.addOver((gl, scene, camera) => {
      const { overrideMaterial, background } = scene
      const { mask } = camera.layers
      // Leaves out hidden meshes, which are in no layer.
      const shown = meshes.filter(({ layers }) => layers.isEnabled(0))
      for (const { layers } of shown) layers.enable(selectedLayer)
      scene.overrideMaterial = tint
      camera.layers.set(selectedLayer)
      gl.render(scene, camera)
      camera.layers.mask = mask
      scene.overrideMaterial = overrideMaterial
      scene.background = background
      for (const { layers } of shown) layers.disable(selectedLayer)
    })
    invalidate()
    return () => {
      remove()
      invalidate()
    }
  }, [passes, tint, meshes, invalidate])

  return null
}

const makeTint = () =>
  new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    clipping: true,
    vertexShader: `
      #include <common>
      #include <morphtarget_pars_vertex>
      #include <skinning_pars_vertex>
      #include <clipping_planes_pars_vertex>
      void main() {
        #include <skinbase_vertex>
        #include <begin_vertex>
        #include <morphtarget_vertex>
        #include <skinning_vertex>
        #include <project_vertex>
        #include <clipping_planes_vertex>
        gl_Position.z -= 0.0004 * gl_Position.w;
      }
    `,
    fragmentShader: `
      #include <clipping_planes_pars_fragment>
      void main() {
        #include <clipping_planes_fragment>
        gl_FragColor = vec4(1.0, 0.35, 0.21, 0.6);
      }
    `,
  })
