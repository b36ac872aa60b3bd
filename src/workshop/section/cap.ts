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
  type Vector3,
  type WebGLRenderer,
  ZeroStencilOp,
} from 'three'

/**
 * The lid on a cut. Behind a point of the plane there is one inner side more than there are outer
 * sides exactly where the plane runs through the solid: the stencil counts them.
 *
 * Right for closed surfaces. Holes show as missing or too much lid, which is the truth about them.
 */
export function createCap() {
  const inner = counting(BackSide, IncrementWrapStencilOp)
  const outer = counting(FrontSide, DecrementWrapStencilOp)
  const lid = makeLid()
  const geometry = new PlaneGeometry(1, 1)
  const mesh = new Mesh(geometry, lid)
  const alone = new Scene().add(mesh)

  /** Draws over a scene that was drawn with the cut in `gl.clippingPlanes`. */
  const draw = (gl: WebGLRenderer, scene: Scene, camera: Camera) => {
    const { overrideMaterial } = scene
    const { mask } = camera.layers
    const { clippingPlanes } = gl
    // Only the model is solid.
    camera.layers.set(0)
    for (const material of [inner, outer]) {
      scene.overrideMaterial = material
      gl.render(scene, camera)
    }
    scene.overrideMaterial = overrideMaterial
    gl.clippingPlanes = []
    gl.render(alone, camera)
    gl.clippingPlanes = clippingPlanes
    gl.clearStencil()
    camera.layers.mask = mask
  }

  return {
    draw,
    /** @param radius of the model, in metres. */
    alignTo: (plane: Plane, point: Vector3, radius: number) => {
      mesh.position.copy(point)
      mesh.lookAt(point.clone().add(plane.normal))
      mesh.scale.setScalar(4 * radius)
    },
    dispose: () => {
      geometry.dispose()
      for (const material of [inner, outer, lid]) material.dispose()
    },
  }
}

/** Draws nothing, but counts in the stencil. */
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

/** Hatched as in a drawing, so that nobody takes it for a surface of the model. */
const makeLid = () =>
  new ShaderMaterial({
    side: DoubleSide,
    toneMapped: false,
    stencilWrite: true,
    stencilRef: 0,
    stencilFunc: NotEqualStencilFunc,
    stencilFail: ZeroStencilOp,
    stencilZFail: ZeroStencilOp,
    stencilZPass: ZeroStencilOp,
    vertexShader: /* glsl */ `
      void main() {
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      void main() {
        float across = (gl_FragCoord.x - gl_FragCoord.y) / 11.0;
        float line = smoothstep(0.62, 0.78, abs(fract(across) - 0.5) * 2.0);
        gl_FragColor = vec4(mix(vec3(0.86, 0.48, 0.33), vec3(0.62, 0.29, 0.18), line), 1.0);
      }
    `,
  })
