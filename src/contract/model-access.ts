import * as z from 'zod/mini'

const subjects = z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.maxLength(200))

/** Body of `PUT /api/models/access`: the users and teams that may use a connection or model. */
export const modelRuleSchema = z.object({
  /** Id of a connection, or of a model such as `openai/gpt-5`. */
  target: z.string().check(z.minLength(1), z.maxLength(300)),
  /** True if everybody may use the target, false if only the listed users and teams may. */
  isForAll: z.boolean(),
  userIds: subjects,
  teamIds: subjects,
})
export type ModelRule = z.infer<typeof modelRuleSchema>

/** Response of `GET /api/models/access`, for admins: all rules that restrict access. */
export const modelRulesSchema = z.object({ rules: z.array(modelRuleSchema) })
export type ModelRules = z.infer<typeof modelRulesSchema>

export const modelRulesMax = 500
