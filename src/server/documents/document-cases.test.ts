import { describe, expect, it } from 'vitest'
import { readDocument } from './document-text.ts'
import { checkDocument } from './cases/document-case.fixture.ts'
import { documentCases } from './cases/document-cases.fixture.ts'

describe('readDocument', () => {
  it.each(documentCases.map((one) => [one.name, one] as const))(
    'extracts the text of %s',
    async (_name, one) => {
      expect(await checkDocument(one)).toBeUndefined()
    },
  )

  it('names the program that can convert a message of Outlook', async () => {
    const bytes = new Uint8Array(2_048)
    bytes.set([0xd0, 0xcf, 0x11, 0xe0])
    bytes.set(Buffer.from('__substg1.0_0037001F', 'utf16le'), 600)
    await expect(readDocument(bytes)).rejects.toThrow('This is a message of Outlook.')
  })
})
