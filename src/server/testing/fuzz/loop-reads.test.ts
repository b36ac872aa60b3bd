import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { conversations, runs, tasks } from '../../store/schema.ts'
import { openLoopServer, type LoopServer } from './loop-server.fixture.ts'
import {
  largeChats,
  largeDocument,
  listConversationReads,
  allReads,
  createRunRead,
  listShareReads,
  titlesToRead,
} from './large-reads.ts'

/** More than one page of the list of tasks. */
const taskCount = 150
const note = 'x'.repeat(63_000)

let server: LoopServer
beforeAll(async () => {
  server = await openLoopServer()
  await server.send(largeChats)
  const { db } = server.services.store
  for (let k = 0; k < taskCount; k++) {
    const model = { modelId: 'local/image-to-3d', provider: 'local' }
    await db
      .insert(tasks)
      .values({ id: newId(), ...model, params: { note }, status: 'failed', finishedAt: new Date() })
  }
})
afterAll(() => server.close())

/** Only Linux reports the CPU time of one thread. */
describe.runIf(process.platform === 'linux')('reads of the maximum size', () => {
  it('never block the event loop for long', async () => {
    const { db } = server.services.store
    const all = await db
      .select({ id: conversations.id, title: conversations.title })
      .from(conversations)
    const large = all.filter(({ title }) => titlesToRead.has(title))
    expect(large).toHaveLength(titlesToRead.size)
    const [run] = await db.select({ id: runs.id }).from(runs)
    const links = await Promise.all(
      large.map(({ id }) =>
        server.services.chatShares.put(id, { withFiles: true, canContinue: true }),
      ),
    )
    const requests = [
      ...large.flatMap(listConversationReads),
      ...links.flatMap(({ token }) => listShareReads(token)),
      ...(run ? [createRunRead(run.id)] : []),
      ...allReads,
    ]
    const faults: string[] = []
    for (const request of requests) {
      const fault = await server.faultOf(request, 200)
      if (fault !== undefined) faults.push(fault)
    }
    expect(faults).toEqual([])
  }, 600_000)

  it('do not block the event loop longer if all passages of a folder contain the words of a question', async () => {
    const folderId = newId()
    await server.services.chatLibrary.putFolder(folderId, 'Large')
    const text = new TextDecoder().decode(largeDocument())
    const faults: string[] = []
    for (const part of ['a', 'b', 'c']) {
      const bytes = Buffer.from(`${part} ${text}`)
      const { id } = await server.services.documents.upload(bytes, `${part}.txt`)
      const target = `/api/folders/${folderId}/documents/${id}`
      const fault = await server.faultOf(
        { name: 'add to folder', method: 'PUT', target, body: () => new Uint8Array() },
        200,
      )
      if (fault !== undefined) faults.push(fault)
    }
    const question = {
      method: 'POST',
      type: 'application/json',
      body: () =>
        Buffer.from(
          JSON.stringify({
            runId: newId(),
            answerId: newId(),
            modelId: 'bozzetto/guide',
            folderId,
            question: { id: newId(), text: 'Which glaze w7000 melts slowly in the kiln?' },
          }),
        ),
    }
    const target = `/api/conversations/${newId()}/runs`
    const fault = await server.faultOf({ name: 'question', ...question, target }, 200)
    if (fault !== undefined) faults.push(fault)
    expect(faults).toEqual([])
  })
})
