import { Hono } from 'hono'
import { z } from 'zod'
import { chatDefaultSchema, type ChatDefaultList } from '#contract/chat/chat-defaults.ts'
import { putToolDefaultSchema, type ChatParams } from '#contract/chat/settings.ts'
import { summarySettingsSchema } from '#contract/chat/summaries.ts'
import { listChatDefaults, storeChatDefault } from '../../../chat/defaults/chat-defaults.ts'
import { listChatTags } from '../../../chat/conversations/conversation-rows.ts'
import { chatParamSchema } from '../../../chat/completions/chat-params.ts'
import type { Summaries } from '../../../chat/summaries/summaries.ts'
import { modelFacts } from '../../../chat/completions/model-facts.ts'
import { listToolsWithDefaults, setToolDefault } from '../../../chat/tools/tool-defaults.ts'
import type { Toolbox } from '../../../chat/tools/tools.ts'
import type { Catalogue } from '../../../models/catalogue.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { parseOr400, readJsonBody } from '../../../http/validate.ts'
import type { Store } from '../../../store/store.ts'

const paramsQuerySchema = z.object({ modelId: z.string().min(1).max(200) })
const factsWaitMs = 5_000
const bodyBytesMax = 1024
const defaultBytesMax = 256 * 1024

export const chatOptionRoutes = ({
  store,
  catalogue,
  toolbox,
  summaries,
}: {
  store: Store
  catalogue: Pick<Catalogue, 'chat'>
  toolbox: Toolbox
  summaries: Pick<Summaries, 'settings' | 'changeSettings'>
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
    .get('/defaults', async (c) =>
      c.json({ defaults: await listChatDefaults(store.db) } satisfies ChatDefaultList),
    )
    .put('/defaults', async (c) => {
      const wanted = await readJsonBody(c, chatDefaultSchema, defaultBytesMax)
      await storeChatDefault({ store, catalogue }, wanted, c.req.raw.signal)
      return c.json({ defaults: await listChatDefaults(store.db) } satisfies ChatDefaultList)
    })
    .get('/tags', async (c) => c.json({ tags: await listChatTags(store.db) }))
    .get('/summaries', async (c) => c.json(await summaries.settings()))
    .put('/summaries', async (c) =>
      c.json(
        await summaries.changeSettings(await readJsonBody(c, summarySettingsSchema, bodyBytesMax)),
      ),
    )
    .get('/tools', async (c) => c.json({ tools: await listToolsWithDefaults({ store, toolbox }) }))
    .put('/tools/:name', async (c) => {
      const name = c.req.param('name')
      const { isDefault } = await readJsonBody(c, putToolDefaultSchema, bodyBytesMax)
      if (!toolbox.list().some((tool) => tool.name === name)) {
        throw new HttpError('not_found', 'This tool is not available any more.')
      }
      await setToolDefault(store, name, isDefault)
      return c.body(null, 204)
    })
