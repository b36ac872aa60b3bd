import { z } from 'zod'
import type { QuotedPrice } from '#contract/bills.ts'
import type { Model3d } from '#contract/models.ts'
import { isTaskOver, type Task } from '#contract/tasks.ts'
import { formatMoney } from '#lib/money.ts'
import { formatPrice, calculatePrice } from '#lib/params/price.ts'
import { ownValue } from '#lib/own-value.ts'
import { readFields, type Field } from '#lib/params/read-fields.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { defineTool, ToolError, type CallPermission, type Tool, type ToolContext } from '../tool.ts'
import { describeAsset, getFigures, figuresSchema } from './describe-asset.ts'
import { findPicture, pictureWords } from './find-picture.ts'
import type { Studio } from './studio.ts'

const localModelId = 'local/image-to-3d'
/** Timeout of the tool call in milliseconds. It is longer than the timeout of every provider. */
const timeoutMs = 25 * 60_000

const input = z.object({
  picture: z
    .string()
    .max(2_000)
    .optional()
    .describe(`${pictureWords} If omitted: the newest one. Scans take all pictures of the chat.`),
  model: z
    .string()
    .max(200)
    .optional()
    .describe('Id from list_3d_models. If omitted: the default, usually free.'),
  params: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Further params by the schema that list_3d_models gives.'),
  name: z.string().trim().max(200).optional().describe('Name of the model in the library.'),
})

/**
 * Creates the tool that generates a 3D model. The task has the id of the tool call, so that a
 * repeated call is paid for once.
 */
export function createMakeTool(studio: Studio): Tool {
  return defineTool({
    name: 'make_3d_model',
    title: 'Make 3D models',
    description:
      'Makes a textured 3D model from a picture and puts it into the library. It takes seconds to minutes; the person sees it in the chat.',
    effect: 'changes',
    makesTask: true,
    isRepeatable: true,
    timeoutMs,
    input,
    output: figuresSchema,
    checkPermission: ({ model, params }, signal) =>
      createPermission(studio, { model, params }, signal),
    run: async ({ picture = 'latest', model, params = {}, name }, context) => {
      const known = await studio.tasks.find(context.orderId)
      const task = known ?? (await order(studio, { picture, model, params }, context))
      const over = await waitFor(studio, task, context.signal)
      if (over.status !== 'completed' || !over.asset) throw new ToolError(getEnd(over))
      const asset = name
        ? ((await studio.assets.change(over.asset.id, { name })) ?? over.asset)
        : over.asset
      const warnings = asset.recipe?.warnings ?? []
      return {
        text: [
          [`Made: ${describeAsset(asset)}.`, ...warnings].join('\n'),
          'The person sees it in the chat and can turn it. look_at_model shows it to you.',
        ].join('\n\n'),
        structured: getFigures(asset),
        assetIds: [asset.id],
      }
    },
  })
}

export const findDefaultModel = ({
  catalogue,
}: {
  catalogue: Pick<Studio['catalogue'], 'defaultFor'>
}): string => catalogue.defaultFor('3d') ?? localModelId

type Wish = { model?: string | undefined; params?: Record<string, unknown> | undefined }

/**
 * Returns whether a call needs permission, and its price. The local engine needs no permission,
 * because it is free and its results can be deleted.
 */
async function createPermission(
  studio: Studio,
  { model = findDefaultModel(studio), params = {} }: Wish,
  signal: AbortSignal,
): Promise<CallPermission> {
  const { model3d } = await studio.catalogue.generation(model, signal)
  if (model3d.provider === 'local') return { asks: false }
  const quoted = await studio.bills.price({ modelId: model3d.id, params }, signal)
  const { said, usd } = quoted ? ofQuote(quoted) : ofSchema(model3d, params)
  return {
    asks: true,
    price: `${model3d.name}: ${said}`,
    ...(usd !== undefined && { priceUsd: usd }),
  }
}

type Cost = { said: string; usd?: number | undefined }

function ofQuote({ amount: text, currency }: NonNullable<QuotedPrice['price']>): Cost {
  const amount = Number(text)
  if (currency === undefined || !Number.isFinite(amount)) return { said: `${text} credits` }
  return {
    said: formatMoney({ amount, currency }),
    ...(currency === 'USD' && { usd: amount }),
  }
}

function ofSchema({ paramSchema }: Model3d, params: Record<string, unknown>): Cost {
  const price = calculatePrice(paramSchema, params)
  return price
    ? { said: formatPrice(price), usd: price.usd }
    : { said: 'price not stated by the service' }
}

async function order(
  studio: Studio,
  { picture, model = findDefaultModel(studio), params = {} }: Wish & { picture: string },
  context: ToolContext,
): Promise<Task> {
  const { model3d } = await studio.catalogue.generation(model, context.signal)
  const field = findPictureField(model3d)
  const pictures =
    field && !isFilledList(ownValue(params, field.name))
      ? { [field.name]: await findPictures(studio, field, { picture, context }) }
      : {}
  try {
    return await studio.tasks.create({
      id: context.orderId,
      modelId: model3d.id,
      params: { ...params, ...pictures },
    })
  } catch (error) {
    if (!(error instanceof HttpError) || !error.issues) throw error
    const issues = error.issues.map(({ path, message }) => `${path || 'params'}: ${message}`)
    throw new ToolError(`${model3d.name} does not take this. ${issues.join(' ')}`)
  }
}

const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** A field that accepts more pictures than this number receives all pictures of the chat. */
const singlyMax = 24

async function findPictures(
  studio: Studio,
  field: Field,
  { picture, context }: { picture: string; context: ToolContext },
): Promise<unknown> {
  if (field.kind !== 'pictures' || (field.countMax ?? 0) <= singlyMax) {
    return pictureValue(field, await findPicture(studio, picture, context))
  }
  const ids = new Set((await context.pictures()).map(({ id }) => id))
  return [...ids].slice(-(field.countMax ?? 0)).flatMap((id) => pictureValue(field, id))
}

export function findPictureField({ paramSchema }: Model3d): Field | undefined {
  const fields = readFields(paramSchema).filter(
    ({ kind }) => kind === 'picture' || kind === 'pictures' || kind === 'views',
  )
  return fields.find(({ required }) => required) ?? fields[0]
}

export function pictureValue({ kind, picture, slots, viewKeys }: Field, fileId: string): unknown {
  const one = picture?.value === 'address' ? `/api/files/${fileId}/content` : { file_token: fileId }
  if (kind === 'picture') return one
  if (viewKeys) return [{ [viewKeys.side]: slots[0]?.name, [viewKeys.picture]: one }]
  return [one]
}

async function waitFor({ tasks }: Studio, task: Task, signal: AbortSignal): Promise<Task> {
  if (isTaskOver(task.status)) return task
  for await (const { event } of await tasks.follow(task.id, { signal })) {
    if (event.type === 'task-end') return event.task
  }
  signal.throwIfAborted()
  throw new HttpError('interrupted', 'The server is stopping.')
}

const getEnd = ({ status, failure, cost }: Task): string => {
  const bill = cost === 'unclear' ? ' The service may still bill it.' : ''
  return status === 'cancelled'
    ? `The person cancelled it.${bill}`
    : `It failed: ${failure?.message ?? 'no reason was given.'}${bill}`
}
