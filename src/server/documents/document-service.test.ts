import { expect, it } from 'vitest'
import { openTestStore } from '../store/store.fixture.ts'
import { createDocumentService } from './document-service.ts'

it('createDocumentService stores the bytes of a Buffer after a thread has read them', async () => {
  const store = await openTestStore()
  const documents = createDocumentService({ store, blobs: { put: () => Promise.resolve('key') } })
  const text = Buffer.from('\uFEFFGrüße aus Köln', 'utf16le')
  const bytes = Buffer.from(new Uint8Array(text).buffer)
  const { id } = await documents.upload(bytes, 'gruss.txt')
  expect(await documents.get(id)).toMatchObject({ text: 'Grüße aus Köln' })
  expect(bytes).toEqual(text)
  await store.close()
})
