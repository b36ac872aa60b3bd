import {
  DoubleSide,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  type PerspectiveCamera,
  ShaderMaterial,
  Color,
  Vector3,
} from 'three'
import type { Bounds } from '../loading/bounds.ts'
import { createInspectMaterial } from './inspect-material.ts'
import type { DisplayMode } from './modes/display-modes.ts'
import { ownMaterials as own } from './own-materials.ts'

/**
 * Replaces materials of models by one material per display mode. Call `restore` before a model is
 * freed.
 */
export type MaterialOverrides = {
  apply: (root: Object3D, mode: DisplayMode, bounds: Bounds) => void
  restore: (root: Object3D) => void
  edges: Material
  /** Makes edges bright if there is no surface, otherwise dark and thin. */
  styleEdges: (areAlone: boolean) => void
  /** Frees the materials. Restore every model first. */
  dispose: () => void
}

const wireColor = [0.82, 0.45, 0.3] as const
const overlayColor = [0.04, 0.05, 0.08] as const

export function createMaterialOverrides(camera: PerspectiveCamera): MaterialOverrides {
  const inspect = createInspectMaterial()
  const clay = makeClay(false)
  const facetedClay = makeClay(true)
  // Writes only depth, so that surfaces hide the edges behind them.
  const unseen = new ShaderMaterial({ colorWrite: false, side: DoubleSide })
  const edges = makeEdges()
  let extent = { radius: 1 }
  const middle = new Vector3()
  let shown: DisplayMode = 'shaded'

  function tellOwn(this: Mesh) {
    if (shown === 'shaded' || shown === 'clay' || shown === 'wireframe') return
    const [original] = [own.get(this) ?? []].flat()
    if (!original) return
    inspect.measureAgainst(extent, camera.position.distanceTo(middle))
    inspect.showOn(this, original as MeshStandardMaterial, shown)
  }

  const lent = (mesh: Mesh, mode: DisplayMode): Material => {
    if (mode === 'wireframe') return unseen
    if (mode !== 'clay') return inspect.material
    return mesh.geometry.hasAttribute('normal') ? clay : facetedClay
  }

  return {
    apply: (root, mode, { radius, centre, box }) => {
      shown = mode
      extent = { radius }
      // Every model is on the ground, centred on the vertical axis.
      middle.set(0, centre.y - box.min.y, 0)
      if (mode === 'shaded') return restore(root)
      root.traverse((mesh) => {
        if (!(mesh instanceof Mesh) || !mesh.layers.isEnabled(0)) return
        if (!own.has(mesh)) own.set(mesh, mesh.material)
        mesh.material = lent(mesh, mode)
        mesh.onBeforeRender = tellOwn
      })
    },
    restore,
    edges,
    styleEdges: (areAlone) => {
      const { line, opacity } = edges.uniforms
      line?.value.set(...(areAlone ? wireColor : overlayColor))
      if (opacity) opacity.value = areAlone ? 0.85 : 0.5
    },
    dispose: () => {
      for (const material of [inspect.material, clay, facetedClay, unseen, edges]) {
        material.dispose()
      }
    },
  }
}

const restore = (root: Object3D) =>
  root.traverse((mesh) => {
    if (!(mesh instanceof Mesh)) return
    const original = own.get(mesh)
    if (!original) return
    mesh.material = original
    // Deletes the mesh's own property, so that the empty method of the prototype applies again.
    Reflect.deleteProperty(mesh, 'onBeforeRender')
    own.delete(mesh)
  })

const makeClay = (flatShading: boolean) =>
  new MeshStandardMaterial({
    color: new Color(0.52, 0.49, 0.46),
    roughness: 0.78,
    metalness: 0,
    side: DoubleSide,
    flatShading,
  })

function makeEdges(): ShaderMaterial {
  return new ShaderMaterial({
    wireframe: true,
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    clipping: true,
    uniforms: { line: { value: new Color() }, opacity: { value: 1 } },
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
      uniform vec3 line;
      uniform float opacity;
      void main() {
        #include <clipping_planes_fragment>
        gl_FragColor = vec4(line, opacity);
      }
    `,
  })
}
