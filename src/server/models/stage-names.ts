import type { ScanStage } from '#engine/scan-stages.ts'
import type { EngineStage } from '#engine/stages.ts'

export const stageNames: Record<EngineStage | ScanStage, string> = {
  decode: 'Reading the picture',
  mask: 'Finding the object',
  colour: 'Cleaning up colours',
  fields: 'Estimating the depth',
  mesh: 'Building the shape',
  simplify: 'Simplifying the shape',
  uv: 'Laying out the texture',
  texture: 'Painting the texture',
  glb: 'Packing the model',
  look: 'Looking for the mat in the photos',
  cameras: 'Finding the cameras',
  compare: 'Finding the object on the mat',
  hull: 'Shaping the object from all sides',
}
