import type { Tool } from '../tool.ts'
import { createChangeTool } from './change-model.ts'
import { createCompareTool } from './compare-models.ts'
import { createCutOutTool } from './cut-out-picture.ts'
import { createInspectTool } from './inspect-model.ts'
import { createModelListTool } from './list-3d-models.ts'
import { createLookTool } from './look-at-model.ts'
import { createMakeTool } from './make-3d-model.ts'
import { createPictureTool } from './make-picture.ts'
import { createLibrarySearchTool } from './search-library.ts'
import type { Studio } from './studio.ts'

export const createStudioTools = (studio: Studio): Tool[] => [
  createMakeTool(studio),
  createLookTool(studio),
  createInspectTool(studio),
  createLibrarySearchTool(studio),
  createModelListTool(studio),
  createChangeTool(studio),
  createCompareTool(studio),
  createCutOutTool(studio),
  createPictureTool(studio),
]
