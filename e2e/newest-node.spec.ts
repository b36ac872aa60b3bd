import { documentSchema } from '#contract/documents.ts'
import { pictureFileSchema } from '#contract/files.ts'
import { isTaskOver, taskSchema } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { createPdf } from '../src/server/documents/small-pdf.fixture.ts'
import { ensureNewestNode } from '../src/cli/testing/test-node.mjs'
import { expect, plainTest as test } from './support/fixtures.ts'
import { plainPicture } from './support/pictures.ts'
import { Server } from './support/server.ts'

// Each version of Node reserves a different amount of memory, and processes that read untrusted
// files have a memory limit.
test('a server on the newest Node reads pictures and documents, and creates models', async () => {
  const found = await ensureNewestNode()
  test.skip('missing' in found, 'missing' in found ? found.missing : '')
  const server = await Server.start({}, { node: 'node' in found ? found.node : undefined })
  const post = async (path: string, body: Uint8Array<ArrayBuffer> | string): Promise<unknown> =>
    (await fetch(`${server.url}/api/${path}`, { method: 'POST', body })).json()
  try {
    const picture = await post('files?name=picture.png', new Uint8Array(await plainPicture()))
    const { id: token } = pictureFileSchema.parse(picture)
    const order = {
      id: newId(),
      modelId: 'local/image-to-3d',
      params: { file: { file_token: token } },
    }
    const task = taskSchema.parse(await post('tasks', JSON.stringify(order)))
    const look = async () =>
      taskSchema.parse(await (await fetch(`${server.url}/api/tasks/${task.id}`)).json())
    await expect.poll(async () => isTaskOver((await look()).status), { timeout: 90_000 }).toBe(true)
    expect(await look()).toMatchObject({ status: 'completed' })

    const pdf = Buffer.from(createPdf('Hello PDF'))
    expect(documentSchema.parse(await post('documents?name=a.pdf', pdf))).toMatchObject({
      pages: 1,
    })
  } finally {
    await server.stop()
  }
})
