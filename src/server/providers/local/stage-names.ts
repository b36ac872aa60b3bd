import type { EngineStage } from '#engine/stages.ts'

export const stageNames: Record<EngineStage, string> = {
  decode: 'Reading the picture',
  mask: 'Finding the object',
  colour: 'Cleaning up colours',
  fields: 'Estimating the depth',
  mesh: 'Building the shape',
  simplify: 'Simplifying the shape',
  uv: 'Laying out the texture',
  texture: 'Painting the texture',
  glb: 'Packing the model',
}
