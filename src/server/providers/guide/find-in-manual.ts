import { createFindSections, type FindSections } from './find-sections.ts'
import { manual } from './manual.ts'

let find: FindSections | undefined

// Searches the manual. The index is created for the first question, so that the server starts
// faster.
export const findInManual: FindSections = (question) =>
  (find ??= createFindSections(manual))(question)
