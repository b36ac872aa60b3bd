import { asList, asText } from '#lib/fields.ts'
import { asSchema, type Params } from '#lib/params/param-schema.ts'
import { cutText } from '#lib/cut-text.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'

/** Settings that Seed3D reads from the text, with the short names that the text contains. */
const commands: Record<string, string> = {
  subdivisionlevel: 'subdivision_level',
  sl: 'subdivision_level',
  fileformat: 'file_format',
  ff: 'file_format',
}

/**
 * Converts params to Seed3D's request format. `content` has the picture, and a text that contains
 * the settings as commands.
 */
export function seed3dToWire(params: Params): { content: unknown[] } {
  const { image, prompt, subdivision_level: level, file_format: format } = params
  const words = [
    asText(prompt),
    asText(level) && `--subdivisionlevel ${asText(level)}`,
    asText(format) && `--fileformat ${asText(format)}`,
  ].filter((word) => word !== undefined && word !== '')
  return {
    content: [
      { type: 'text', text: words.join(' ') },
      { type: 'image_url', image_url: { url: image } },
    ],
  }
}

/**
 * Converts a request in Seed3D's format to params. Unknown commands stay in the prompt. Only the
 * first picture is kept, because the model uses only one.
 */
export function seed3dFromWire(params: Params): Params {
  const { content, ...rest } = params
  if (!Array.isArray(content)) return params
  const parts = asList(content).map(asSchema)
  const texts = parts.flatMap((part) => asText(part?.['text']) ?? [])
  const pictures = parts.flatMap((part) => {
    const address = part?.['image_url']
    return asText(address) ?? asText(asSchema(address)?.['url']) ?? []
  })
  const { prompt, settings } = readCommands(texts.join(' '))
  return {
    ...rest,
    ...(pictures[0] !== undefined && { image: pictures[0] }),
    ...(prompt !== '' && { prompt }),
    ...settings,
  }
}

function readCommands(text: string): { prompt: string; settings: Record<string, string> } {
  const settings: Record<string, string> = {}
  const prompt = cutText(text, 10_000).replaceAll(
    /--([a-z]+)[ =]+([\w-]+)/gi,
    (whole, name: string, value: string) => {
      const param = ownValue(commands, name.toLowerCase())
      if (param === undefined) return whole
      setOwn(settings, param, value.toLowerCase())
      return ''
    },
  )
  return { prompt: prompt.replaceAll(/\s+/g, ' ').trim(), settings }
}
