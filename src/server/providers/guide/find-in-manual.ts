import { createFindSections, type FindSections } from './find-sections.ts'
import { manual } from './manual.ts'

let find: FindSections | undefined

/** Sections of Bozzetto's manual. Its index is made when the first question comes: a start does not wait for it. */
export const findInManual: FindSections = (question) =>
  (find ??= createFindSections(manual))(question)
