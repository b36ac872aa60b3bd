import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { isTaskOver, taskStatusSchema, type Task } from '#contract/tasks.ts'
import { calculatePrice } from '#lib/params/price.ts'
import { describeAsset, getFigures, figuresSchema } from '../../chat/tools/studio/describe-asset.ts'
import { findPicture } from '../../chat/tools/studio/find-picture.ts'
import {
  findDefaultModel,
  findPictureField,
  pictureValue,
} from '../../chat/tools/studio/make-3d-model.ts'
import { ToolError } from '../../chat/tools/tool.ts'
import { HttpError } from '../../errors/http-error.ts'
import { signalWithin } from '../../process/signal-within.ts'
import { answerWith, linksTo, renderSmallPreview, textResult } from './mcp-results.ts'
import { getModelPageUrl, shownInApp } from './model-app.ts'
import type { McpCaller, McpServices } from './mcp-services.ts'

/** Maximum wait for a task, in seconds. Clients time out after 60 s. */
const waitSecondsMax = 45
/**
 * Interval of progress notifications, in milliseconds. Some clients restart their timeout at each
 * notification.
 */
const noteEveryMs = 5_000

const makeInput = z.object({
  picture_url: z.string().max(2_000).optional().describe('An http(s) address of the picture.'),
  picture_base64: z
    .string()
    .max(5_600_000)
    .optional()
    .describe('The bytes of a PNG, JPEG or WebP of up to 4 MB.'),
  library_id: z
    .string()
    .max(40)
    .optional()
    .describe('A library model whose picture is used again.'),
  model: z
    .string()
    .max(200)
    .optional()
    .describe('Id from bozzetto_list_3d_models. If omitted: the default, usually free.'),
  params: z.record(z.string(), z.unknown()).optional().describe('Further params of that model.'),
  request_id: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional()
    .describe('Any id you choose. Repeating it returns the same task at no extra cost.'),
})
/** Schema of a task id, with a message that clients can show. */
const taskId = z.string().regex(/^[0-9a-z]{20}$/, 'This is not a valid id.')
const taskInput = z.object({ task_id: taskId })
const waitInput = z.object({
  task_id: taskId,
  seconds: z.number().min(0).max(waitSecondsMax).default(waitSecondsMax),
})

const taskStatus = z.enum(taskStatusSchema.options)
const orderOutput = z.object({
  task_id: z.string(),
  status: taskStatus,
  model: z.string(),
  price: z.string().describe('In words.'),
  expected_seconds: z.number().optional(),
})
const taskOutput = z.object({
  task_id: z.string(),
  status: taskStatus,
  progress: z.number().min(0).max(1).optional(),
  model: figuresSchema.extend({ page_url: z.string() }).optional().describe('Once it is made.'),
})

/** Adds the tools that create a 3D model, wait for the model, and cancel its task. */
export function addMakingTools(server: McpServer, services: McpServices, caller: McpCaller): void {
  server.registerTool(
    'bozzetto_make_3d_model',
    {
      title: 'Make a 3D model',
      description:
        'Orders a 3D model made from one picture, given in one of three ways. Answers at once with a task_id for bozzetto_wait. Models that are not “local” may cost money.',
      inputSchema: makeInput,
      outputSchema: orderOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    (given, ctx) => answerWith(() => make(services, caller, { given, signal: ctx.mcpReq.signal })),
  )
  server.registerTool(
    'bozzetto_wait',
    {
      title: 'Wait for a 3D model',
      description: `Waits for a task, at most ${waitSecondsMax} s a call, and gives its progress or the model: figures, a preview and an address of the file.`,
      inputSchema: waitInput,
      outputSchema: taskOutput,
      annotations: { readOnlyHint: true },
      _meta: shownInApp,
    },
    ({ task_id: id, seconds }, ctx) =>
      answerWith(async () => {
        const closeStream = await caller.client.openStream()
        try {
          const signal = signalWithin(
            seconds * 1000 + 1,
            ctx.mcpReq.signal,
            caller.client.revocation.signal,
          )
          return await describeTask(services, caller, await waitFor(services, id, { signal, ctx }))
        } finally {
          closeStream()
        }
      }),
  )
  server.registerTool(
    'bozzetto_cancel',
    {
      title: 'Cancel a task',
      description: 'Cancels a task. A service that has started it may still bill it.',
      inputSchema: taskInput,
      outputSchema: taskOutput,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    ({ task_id: id }) =>
      answerWith(async () => {
        const task = await services.tasks.cancel(id)
        if (!task) throw noTask(id)
        return describeTask(services, caller, task)
      }),
  )
}

type Making = { given: z.infer<typeof makeInput>; signal: AbortSignal }

async function make(
  services: McpServices,
  caller: McpCaller,
  { given, signal }: Making,
): Promise<CallToolResult> {
  const { model = findDefaultModel(services), params = {}, request_id: requestId } = given
  const { model3d } = await services.catalogue.generation(model, signal)
  const field = findPictureField(model3d)
  const fileId = field && (await getPicture(services, caller, { given, signal }))
  const all = field && fileId ? { ...params, [field.name]: pictureValue(field, fileId) } : params
  // `content` contains the URL of the picture instead of the picture, because a retry must have the
  // same content as the first request.
  const content = { model: model3d.id, ...given }
  const task = await caller.order({ modelId: model3d.id, params: all, content }, requestId)
  const isLocal = model3d.provider === 'local'
  const price = calculatePrice(model3d.paramSchema, all)
  const cost = isLocal ? 'free' : price ? `${price.amount} ${price.unit}` : 'not known'
  const structured = {
    task_id: task.id,
    status: task.status,
    model: model3d.id,
    price: cost,
    ...(model3d.expectedSeconds !== undefined && { expected_seconds: model3d.expectedSeconds }),
  }
  return textResult(
    `Ordered from ${model3d.name}; price: ${cost}. task_id: ${task.id}. Call bozzetto_wait with it.`,
    { structuredContent: structured },
  )
}

async function getPicture(
  services: McpServices,
  { client }: McpCaller,
  { given, signal }: Making,
): Promise<string> {
  const { picture_url: url, picture_base64: base64, library_id: libraryId } = given
  const ways = [url, base64, libraryId].filter((way) => way !== undefined)
  if (ways.length !== 1) {
    throw new ToolError('Give the picture once: picture_url, picture_base64 or library_id.')
  }
  if (base64 !== undefined) {
    const bytes = Buffer.from(base64.replace(/^data:[a-z/+-]{1,40};base64,/, ''), 'base64')
    const options = client.keyId === undefined ? {} : { keyId: client.keyId }
    return (await services.files.upload(bytes, 'picture', options)).id
  }
  if (url !== undefined && !/^https?:/i.test(url)) {
    throw new ToolError('picture_url must begin with http: or https:.')
  }
  const studio = { ...services, fetchPicture: services.fetchFromWeb }
  return findPicture(studio, url ?? libraryId ?? '', {
    signal,
    pictures: () => Promise.resolve([]),
  })
}

type Waiting = { signal: AbortSignal; ctx: ServerContext }

async function waitFor(
  { tasks }: McpServices,
  id: string,
  { signal, ctx }: Waiting,
): Promise<Task> {
  const now = await tasks.find(id)
  if (!now) throw noTask(id)
  if (isTaskOver(now.status)) return now
  const note = progressNotes(ctx)
  for await (const { event } of await tasks.follow(id, { signal })) {
    if (event.type === 'task-end') return event.task
    await note(event.type === 'task-progress' ? event : event.task)
  }
  return (await tasks.find(id)) ?? now
}

function progressNotes(
  ctx: ServerContext,
): (at: Pick<Task, 'stage' | 'progress'>) => Promise<void> {
  const { _meta: meta } = ctx.mcpReq
  const progressToken = meta?.progressToken
  let sent = -1
  let lastMs = -Infinity
  return async ({ stage, progress = 0 }) => {
    const isNews = progress > sent && performance.now() - lastMs >= (sent < 0 ? 0 : noteEveryMs)
    if (progressToken === undefined || !isNews) return
    sent = progress
    lastMs = performance.now()
    const params = {
      progressToken,
      progress,
      total: 1,
      ...(stage !== undefined && { message: stage }),
    }
    await ctx.mcpReq.notify({ method: 'notifications/progress', params })
  }
}

async function describeTask(
  services: McpServices,
  caller: McpCaller,
  task: Task,
): Promise<CallToolResult> {
  const { id, status, stage, progress, asset, failure } = task
  const about = { task_id: id, status }
  if (status === 'completed' && asset) {
    const [preview, links] = await Promise.all([
      renderSmallPreview(services, asset.id),
      linksTo(services, caller, [asset.id]),
    ])
    const text = `Made: ${describeAsset(asset)}.`
    return {
      content: [{ type: 'text', text }, ...preview, ...links],
      structuredContent: {
        ...about,
        model: { ...getFigures(asset), page_url: getModelPageUrl(caller, asset.id) },
      },
    }
  }
  if (isTaskOver(status)) {
    const why = failure?.message ?? (status === 'cancelled' ? 'It was cancelled.' : 'It failed.')
    return textResult(why, { structuredContent: about, isError: status === 'failed' })
  }
  const percent = progress === undefined ? '' : `, ${Math.round(progress * 100)}%`
  return textResult(`Not done yet: ${stage ?? status}${percent}. Call bozzetto_wait again.`, {
    structuredContent: { ...about, ...(progress !== undefined && { progress }) },
  })
}

const noTask = (id: string) => new HttpError('not_found', `There is no task ${id}.`)
