import { z } from 'zod'

const componentSchema = z.looseObject({
  id: z.number().int(),
  type: z.string().max(100),
  props: z.looseObject({}).catch({}),
  /** True if API clients neither send nor receive the component's value. */
  skip_api: z.boolean().optional().catch(undefined),
})
export type GradioComponent = z.infer<typeof componentSchema>

const dependencySchema = z.looseObject({
  /** Present since Gradio 5. In earlier versions, the position in the list is the id. */
  id: z.number().int().optional().catch(undefined),
  api_name: z.union([z.string().max(200), z.literal(false)]).catch(false),
  inputs: z.array(z.number().int()).catch([]),
  outputs: z.array(z.number().int()).catch([]),
})

export const configSchema = z.looseObject({
  version: z.string().max(40),
  protocol: z.string().max(40).catch(''),
  api_prefix: z.string().max(100).nullish().catch(undefined),
  title: z.string().max(200).nullish().catch(undefined),
  components: z.array(componentSchema).max(5_000),
  dependencies: z.array(dependencySchema).max(5_000),
})

const parameterSchema = z.looseObject({
  label: z.string().catch(''),
  parameter_name: z.string().max(100).nullish().catch(undefined),
  parameter_has_default: z.boolean().nullish().catch(undefined),
  type: z.unknown().optional(),
})
export type GradioParameter = z.infer<typeof parameterSchema>

export const infoSchema = z.looseObject({
  named_endpoints: z.record(
    z.string(),
    z.looseObject({ parameters: z.array(parameterSchema).catch([]) }),
  ),
})

export const gradioUploadSchema = z.array(z.string().min(1).max(4_000)).min(1)

export const joinedSchema = z.looseObject({ event_id: z.string().regex(/^[\w-]{1,200}$/) })

const outputSchema = z.looseObject({
  data: z.array(z.unknown()).nullish().catch(undefined),
  error: z.unknown().optional(),
})

const stepSchema = z.looseObject({
  index: z.number().nullish().catch(undefined),
  length: z.number().nullish().catch(undefined),
  progress: z.number().nullish().catch(undefined),
  desc: z.string().nullish().catch(undefined),
})

export const eventSchema = z.looseObject({
  msg: z.string(),
  event_id: z.string().nullish().catch(undefined),
  rank: z.number().nullish().catch(undefined),
  progress_data: z.array(stepSchema).nullish().catch(undefined),
  log: z.string().nullish().catch(undefined),
  success: z.boolean().nullish().catch(undefined),
  output: outputSchema.nullish().catch(undefined),
  message: z.string().nullish().catch(undefined),
})
export type GradioEvent = z.infer<typeof eventSchema>

export const spaceHostSchema = z.looseObject({ host: z.url() })

export const spaceSchema = z.looseObject({
  runtime: z
    .looseObject({ stage: z.string().max(60) })
    .nullish()
    .catch(undefined),
})

export const hubUserSchema = z.looseObject({ name: z.string().max(200) })
