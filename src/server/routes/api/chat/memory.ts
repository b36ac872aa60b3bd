import { Hono } from 'hono'
import { idSchema } from '#contract/id.ts'
import { putMemorySchema, putMemoryStateSchema } from '#contract/chat/memory.ts'
import type { MemoryService } from '../../../chat/memory/memory-service.ts'
import { parseOr400, readJsonBody } from '../../../http/validate.ts'

const bodyBytesMax = 8 * 1024

export const memoryRoutes = ({ memory }: { memory: MemoryService }) =>
  new Hono()
    .get('/', async (c) => c.json(await memory.get()))
    .put('/', async (c) => {
      const { isOn } = await readJsonBody(c, putMemoryStateSchema, bodyBytesMax)
      return c.json(await memory.turn(isOn))
    })
    .delete('/', async (c) => c.json(await memory.clear()))
    .put('/:id', async (c) => {
      const id = parseOr400(idSchema, c.req.param('id'))
      const { text } = await readJsonBody(c, putMemorySchema, bodyBytesMax)
      return c.json(await memory.put(id, text))
    })
    .delete('/:id', async (c) => c.json(await memory.remove(c.req.param('id'))))
