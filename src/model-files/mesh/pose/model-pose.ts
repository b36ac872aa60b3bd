export type ModelPose = {
  /** Index of the animation. Undefined for the file's own pose. */
  clip?: number | undefined
  seconds?: number | undefined
  morphs?: readonly { readonly name: string; readonly amount: number }[] | undefined
}
