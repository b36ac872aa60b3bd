import {
  AlwaysStencilFunc,
  BackSide,
  type Camera,
  DecrementWrapStencilOp,
  DoubleSide,
  FrontSide,
  IncrementWrapStencilOp,
  Mesh,
  MeshBasicMaterial,
  NotEqualStencilFunc,
  type Plane,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  type Side,
  type StencilOp,
  Vector3,
  type WebGLRenderer,
  ZeroStencilOp,
} from 'three'

type Section = { plane: Plane; point: Vector3 }

/**
 * Creates the caps that close a model at section planes. A ray from the plane inside a solid
 * crosses one back face more than front faces, which the stencil buffer counts. At holes in a
 * surface, caps are missing or too large.
 */
export function createCap() {
  const inner = counting(BackSide, IncrementWrapStencilOp)
  const outer = counting(FrontSide, DecrementWrapStencilOp)
  const lid = makeLid()
  const geometry = new PlaneGeometry(1, 1)
  const mesh = new Mesh(geometry, lid)
  const alone = new Scene().add(mesh)
  let sections: readonly Section[] = []

  const draw = (gl: WebGLRenderer, scene: Scene, camera: Camera) => {
    const { overrideMaterial } = scene
    const { mask } = camera.layers
    const { clippingPlanes } = gl
    // Draws only the model, which is in layer 0.
    camera.layers.set(0)
    for (const { plane, point } of sections) {
      gl.clippingPlanes = [plane]
      for (const material of [inner, outer]) {
        scene.overrideMaterial = material
        gl.render(scene, camera)
      }
      scene.overrideMaterial = overrideMaterial
      mesh.position.copy(point)
      mesh.lookAt(facing.copy(point).add(plane.normal))
      gl.clippingPlanes = clippingPlanes.filter((other) => other !== plane)
      gl.render(alone, camera)
      gl.clearStencil()
    }
    gl.clippingPlanes = clippingPlanes
    camera.layers.mask = mask
  }

  return {
    draw,
    /**
     * Sets the section planes.
     * @param radius of the model, in metres.
     */
    alignTo: (cuts: readonly Section[], radius: number) => {
      sections = cuts
      mesh.scale.setScalar(4 * radius)
    },
    dispose: () => {
      geometry.dispose()
      for (const material of [inner, outer, lid]) material.dispose()
    },
  }
}

const facing = new Vector3()

const counting = (side: Side, stencilZPass: StencilOp) =>
  new MeshBasicMaterial({
    side,
    colorWrite: false,
    depthWrite: false,
    depthTest: false,
    stencilWrite: true,
    stencilFunc: AlwaysStencilFunc,
    stencilZPass,
  })

const makeLid = () =>
  new ShaderMaterial({
    side: DoubleSide,
    toneMapped: false,
    clipping: true,
    stencilWrite: true,
    stencilRef: 0,
    stencilFunc: NotEqualStencilFunc,
    stencilFail: ZeroStencilOp,
    stencilZFail: ZeroStencilOp,
    stencilZPass: ZeroStencilOp,
    vertexShader: `
      #include <clipping_planes_pars_vertex>
      void main() {
        #include <begin_vertex>
        #include <project_vertex>
        #include <clipping_planes_vertex>
      }
    `,
    fragmentShader: `
      #include <clipping_planes_pars_fragment>
      void main() {
        #include <clipping_planes_fragment>
        float across = (gl_FragCoord.x - gl_FragCoord.y) / 11.0;
        float line = smoothstep(0.62, 0.78, abs(fract(across) - 0.5) * 2.0);
        gl_FragColor = vec4(mix(vec3(0.86, 0.48, 0.33), vec3(0.62, 0.29, 0.18), line), 1.0);
      }
    `,
  })
