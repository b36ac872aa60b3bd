import { describe, expect, it } from 'vitest'
import { checkDocument } from './cases/document-case.fixture.ts'
import { documentCases } from './cases/document-cases.fixture.ts'

describe('readDocument', () => {
  it.each(documentCases.map((one) => [one.name, one] as const))(
    'extracts the text of %s',
    async (_name, one) => {
      expect(await checkDocument(one)).toBeUndefined()
    },
  )
})
