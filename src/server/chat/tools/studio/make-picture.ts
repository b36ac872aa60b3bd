import { z } from 'zod'
import type { ChatModel } from '#contract/models.ts'
import { cutText } from '#lib/cut-text.ts'
import { formatCount } from '#lib/format.ts'
import { AnswerPictures } from '../../completions/answer-pictures.ts'
import { defineTool, ToolError, type CallPermission, type Tool } from '../tool.ts'
import type { Studio } from './studio.ts'

/**
 * Timeout of a picture in milliseconds. Services may queue a picture for half a minute and take as
 * long to draw it.
 */
const timeoutMs = 180_000
const wordsMax = 2_000

const input = z.object({
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .describe(
      'What to draw. For a 3D model: one object, whole, from the front, before a plain white background.',
    ),
  model: z.string().max(200).optional().describe('Id of a model that makes pictures.'),
})

/**
 * Creates the tool that makes a picture from text with a chat model that returns pictures. Calls
 * are not repeated after a restart, so that no picture is paid for twice.
 */
export const createPictureTool = ({
  catalogue,
}: {
  catalogue: Pick<Studio['catalogue'], 'list' | 'chat'>
}): Tool =>
  defineTool({
    name: 'make_picture',
    title: 'Make pictures',
    description:
      'Makes a picture from words, with a connected model that can. The result is a new picture of this chat, which make_3d_model can take as “latest”.',
    effect: 'changes',
    timeoutMs,
    input,
    checkPermission: async ({ model }, signal) =>
      createPermission(await findDrawing(catalogue, model, signal)),
    run: async ({ prompt, model: wanted }, { signal }) => {
      const { id, name } = await findDrawing(catalogue, wanted, signal)
      const { provider, model } = await catalogue.chat(id, signal)
      const drawn = new AnswerPictures()
      let words = ''
      const request = {
        model,
        messages: [{ role: 'user', content: prompt }],
        modalities: ['image', 'text'],
      }
      await provider.streamChat(request, signal, (delta) => {
        words = cutText(words + (delta.text ?? '') + drawn.take(delta), wordsMax)
        return undefined
      })
      const pictures = drawn.drain().map((bytes) => ({ bytes, name: pictureName(prompt) }))
      if (pictures.length === 0) {
        throw new ToolError(`${name} answered without a picture. ${words.trim()}`.trim())
      }
      return { text: `${name} made the latest picture of this chat. ${words}`.trim(), pictures }
    },
  })

/**
 * @throws {ToolError} if no model that makes pictures is connected, or the requested model makes
 * none.
 */
async function findDrawing(
  { list }: Pick<Studio['catalogue'], 'list'>,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<ChatModel> {
  const { models } = await list(signal)
  const able = models.flatMap((model) => (model.kind === 'chat' && model.canDraw ? [model] : []))
  const chosen =
    wanted === undefined
      ? (able.find(({ isFavourite }) => isFavourite) ?? able[0])
      : able.find(({ id, name }) => id === wanted || name === wanted)
  if (chosen) return chosen
  if (able.length === 0) {
    throw new ToolError(
      'No connected model makes pictures. A person can connect one in Settings › Models and services, such as an image model of OpenRouter.',
    )
  }
  const ids = able.slice(0, 10).map(({ id }) => id)
  throw new ToolError(`“${wanted}” makes no pictures. These do: ${ids.join(', ')}.`)
}

const pictureTokensMax = 4_000

function createPermission({ name, price }: ChatModel): CallPermission {
  const cost = price
    ? `${price.completion} ${price.currency} for a million tokens of its answer; a picture has some 1,000 to ${formatCount(pictureTokensMax)}`
    : 'price not stated by the service'
  return {
    asks: true,
    price: `${name}: ${cost}`,
    ...(price?.currency === 'USD' && { priceUsd: (price.completion * pictureTokensMax) / 1e6 }),
  }
}

const pictureName = (prompt: string): string =>
  `${cutText(prompt.replaceAll(/[^\p{L}\p{N}-]+/gu, ' ').trim(), 40).trim() || 'picture'}.png`
