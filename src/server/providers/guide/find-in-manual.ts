import { createFindSections, type FindSections } from './find-sections.ts'
import { manual } from './manual.ts'

let find: FindSections | undefined

/**
 * Finds sections of the manual. The index is created for the first question, so that it does not
 * delay the server's start.
 */
export const findInManual: FindSections = (question) =>
  (find ??= createFindSections(manual))(question)
