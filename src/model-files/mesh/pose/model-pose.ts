/** The moment of an animation and the morph weights that a viewer shows. */
export type ModelPose = {
  /** Index of the animation. The file's own pose if absent. */
  clip?: number | undefined
  /** Time in the animation. */
  seconds?: number | undefined
  /** Weights of the morph targets, by name, of all meshes. */
  morphs?: readonly { readonly name: string; readonly amount: number }[] | undefined
}
