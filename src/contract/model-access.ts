import * as z from 'zod/mini'

const subjects = z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.maxLength(200))

/** `PUT /api/models/access`: who can use a connection, or one model. */
export const modelRuleSchema = z.object({
  /** Id of a connection, or of a model as `openai/gpt-5`. */
  target: z.string().check(z.minLength(1), z.maxLength(300)),
  /** Everybody, or only the people and teams that follow; these may be none. */
  isForAll: z.boolean(),
  userIds: subjects,
  teamIds: subjects,
})
export type ModelRule = z.infer<typeof modelRuleSchema>

/** `GET /api/models/access`, for admins: what not everybody can use. */
export const modelRulesSchema = z.object({ rules: z.array(modelRuleSchema) })
export type ModelRules = z.infer<typeof modelRulesSchema>

/** Connections and models that there can be rules for. */
export const modelRulesMax = 500
