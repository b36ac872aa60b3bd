import { checkDocument } from '#server/documents/cases/document-case.fixture.ts'
import { documentCases } from '#server/documents/cases/document-cases.fixture.ts'
import type { BenchPart } from '../run-parts.ts'
import { countFailures } from './count-failures.ts'

/** Reads files of office programs, and texts in various encodings. */
export const readDocumentCases: BenchPart = async (say) => ({
  document_cases_failed: await countFailures(
    documentCases.map((one) => ({ ...one, class: 'documents' })),
    checkDocument,
    say,
  ),
})
