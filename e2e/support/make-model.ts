import { expect, type APIRequestContext } from '@playwright/test'
import { pictureFileSchema } from '#contract/files.ts'
import { taskSchema } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'

/** Creates a small model without a texture from a picture. */
export async function makeModel(
  request: APIRequestContext,
  { name, picture }: { name: string; picture: Buffer },
): Promise<void> {
  const stored = await request.post(`/api/files?name=${encodeURIComponent(name)}`, {
    data: picture,
  })
  const { id: file } = pictureFileSchema.parse(await stored.json())
  const params = { file: { file_token: file }, face_limit: 1_000, texture_size: 512, pbr: false }
  const id = newId()
  const ordered = await request.post('/api/tasks', {
    data: { id, modelId: 'local/image-to-3d', params },
  })
  expect(ordered.status()).toBe(201)
  const look = async () => taskSchema.parse(await (await request.get(`/api/tasks/${id}`)).json())
  await expect.poll(async () => (await look()).status, { timeout: 60_000 }).toBe('completed')
}
