import { Hono } from 'hono'
import { z } from 'zod'
import type { ChatParams } from '#contract/chat/settings.ts'
import { chatParamSchema } from '../../../chat/completions/chat-params.ts'
import { modelFacts } from '../../../chat/completions/model-facts.ts'
import type { Toolbox } from '../../../chat/tools/tools.ts'
import type { Catalogue } from '../../../models/catalogue.ts'
import { parseOr400 } from '../../../http/validate.ts'

const paramsQuerySchema = z.object({ modelId: z.string().min(1).max(200) })
const factsWaitMs = 5_000

export const chatOptionRoutes = ({
  catalogue,
  toolbox,
}: {
  catalogue: Pick<Catalogue, 'chat'>
  toolbox: Toolbox
}) =>
  new Hono()
    .get('/params', async (c) => {
      const { modelId } = parseOr400(paramsQuerySchema, c.req.query())
      const { provider, model } = await catalogue.chat(modelId, c.req.raw.signal)
      const facts = await modelFacts(provider, model, factsWaitMs)
      return c.json({
        modelId: `${provider.id}/${model}`,
        paramSchema: chatParamSchema(facts),
      } satisfies ChatParams)
    })
    .get('/tools', (c) => c.json({ tools: toolbox.list() }))
