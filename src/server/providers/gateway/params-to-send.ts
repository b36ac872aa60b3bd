import { asRecord, isRecord } from '#lib/fields.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { withValues } from '#lib/params/with-values.ts'
import { ownValue } from '#lib/own-value.ts'
import { otherParamsName } from '../../models/generic-image-to-3d.ts'
import { knownModels } from '../../models/known-models.ts'
import type { GenerationRequest, InputPicture } from '../../ports/generation-provider.ts'
import { toDataUrl } from '../service/picture-data.ts'

/** Hunyuan models expect pictures as base64 without the prefix of a data URL. */
const takesBareBase64 = (model: string): boolean => model.startsWith('tencent_hunyuan_3d')

/**
 * Converts params to the gateway's format. Pictures are embedded, because the gateway cannot
 * download them from this server.
 */
export async function toGatewayParams({
  model,
  params,
  pictures,
}: GenerationRequest): Promise<Params> {
  const values = new Map<string, unknown>()
  for (const picture of pictures) {
    values.set(picture.path, await pictureToSend(picture, valueAt(params, picture.path)))
  }
  const filled = withValues(params, values)
  const sent = takesBareBase64(model)
    ? toBareBase64(filled, new Set(pictures.map(({ path }) => path)))
    : filled
  const { [otherParamsName]: others, ...rest } = sent
  const all = { ...rest, ...(isRecord(others) && others) }
  const wire = getWire(model)
  return wire ? { ...wire.toWire(all) } : all
}

/** Converts params from the gateway's format back to the format of the model's form. */
export function paramsFromWire(model: string, params: Params): Params {
  const wire = getWire(model)
  return wire ? { ...wire.fromWire(params) } : params
}

const getWire = (model: string) =>
  Object.hasOwn(knownModels, model) ? knownModels[model]?.wire : undefined

const emptyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mNoIAAYRhWMKhhVMFIVAABCAAAfN5c2AAAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Replaces the user's pictures by an empty picture, because the content does not affect the price.
 */
export const paramsToPrice = (request: GenerationRequest): Promise<Params> =>
  toGatewayParams({
    ...request,
    pictures: request.pictures.map((picture) => ({
      ...picture,
      bytes: emptyPicture,
      mimeType: 'image/png',
    })),
  })

async function pictureToSend(picture: InputPicture, stored: unknown): Promise<unknown> {
  const url = await toDataUrl(picture)
  const name = picture.path.split('/').at(-1) ?? ''
  if (!isRecord(stored)) return /base64$/i.test(name) ? bareBase64(url) : url
  // Fields named `image_url` expect a picture in the format of OpenAI's chat messages.
  if (name === 'image_url') return { url }
  const isInList = /\/\d+$/.test(picture.path)
  const ending = /^data:image\/(\w+)/.exec(url)?.[1]?.replace('jpeg', 'jpg') ?? 'jpg'
  return { type: isInList ? 'image' : ending, url }
}

function toBareBase64(params: Params, paths: ReadonlySet<string>): Params {
  const change = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item, at) => change(item, `${path}/${at}`))
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const place = path === '' ? name : `${path}/${name}`
        if (!paths.has(place) || typeof part !== 'string') return [name, change(part, place)]
        return [name.replace(/_url$/, '_base64').replace(/Url$/, 'Base64'), bareBase64(part)]
      }),
    )
  }
  return asRecord(change(params, ''))
}

const bareBase64 = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1)

const valueAt = (params: unknown, path: string): unknown =>
  path.split('/').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)]
    return isRecord(value) ? ownValue(value, name) : undefined
  }, params)
