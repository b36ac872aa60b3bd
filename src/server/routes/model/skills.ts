import { Hono } from 'hono'
import { z } from 'zod'
import type { Model3d } from '#contract/models.ts'
import { ownValue } from '#lib/own-value.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { parseOr400 } from '../../http/validate.ts'
import { wrongMethod } from './errors.ts'
import { getModelFacts } from './model-facts.ts'
import { skillDocument } from './skill-document.ts'

const limitSchema = z.coerce
  .number({ error: 'limit must be a number' })
  .int('limit must be a whole number')
  .min(1, 'limit must be 1 to 100')
  .max(100, 'limit must be 1 to 100')
  .default(20)

export const skillRoutes = ({ catalogue }: { catalogue: Catalogue }) =>
  new Hono()
    .get('/search', async (c) => {
      const begunAt = performance.now()
      const limit = parseOr400(limitSchema, c.req.query('limit') || undefined)
      const query = c.req.query('q') ?? ''
      const wanted = { ...c.req.queries() }
      const { models } = await catalogue.list(c.req.raw.signal)
      const found = models
        .filter((model) => model.kind === '3d')
        .filter((model) => isMatch(model, query, wanted))
      return c.json({
        hits: found.slice(0, limit).map(toHit),
        query,
        processingTimeMs: Math.round(performance.now() - begunAt),
        limit,
        offset: 0,
        estimatedTotalHits: found.length,
        totalHits: found.length,
      })
    })
    .all('/search', wrongMethod('GET'))
    .get('/:id{.+}', async (c) => {
      const { model3d } = await catalogue.generation(c.req.param('id'), c.req.raw.signal)
      return c.body(skillDocument(model3d), 200, { 'Content-Type': 'text/markdown; charset=utf-8' })
    })
    .all('/:id{.+}', wrongMethod('GET'))

function isMatch(model: Model3d, query: string, wanted: Record<string, string[]>): boolean {
  const { input, output, tags, shortTags } = getModelFacts(model)
  const text = `${model.id} ${model.name} ${model.description}`.toLowerCase()
  const has = (name: string, held: string[]) =>
    (ownValue(wanted, name) ?? []).every(
      (value) => value === '' || held.includes(value.toLowerCase()),
    )
  return (
    query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    has('input', input) &&
    has('output', output) &&
    has('type', [...tags, ...shortTags, '3d']) &&
    has('provider', [model.provider])
  )
}

function toHit(model: Model3d) {
  const { type, input, output, tags, shortTags } = getModelFacts(model)
  const { id, name, provider, description } = model
  return {
    id,
    name,
    provider,
    description,
    input,
    output,
    media_type: type,
    tags,
    tags_abbr: shortTags,
    skill_content: skillDocument(model),
  }
}
