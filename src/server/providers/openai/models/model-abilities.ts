import { asTexts, asRecord, type Fields } from '#lib/fields.ts'
import type { ChatModel } from '#contract/models.ts'

type Abilities = Pick<
  ChatModel,
  'canSee' | 'canUseTools' | 'canReason' | 'canDraw' | 'inputs' | 'price'
>

/** Matches the names of known vision models, for model lists that contain only names. */
const seeing =
  /gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-[5-9]|(^|\/)o[134](-|$)|claude-(3|opus|sonnet|haiku|fable)|gemini|gemma-?3|llama-?4|pixtral|llava|moondream|minicpm-v|internvl|[-_.]vl([-_:.]|\d|$)|vision/i

/**
 * Returns the abilities in an entry of a model list of OpenRouter, Mistral or Together. Missing
 * facts stay unknown, except that some names imply vision.
 */
export function abilitiesIn(entry: Fields): Abilities {
  const capabilities = asRecord(entry['capabilities'])
  const modalities = listIn(asRecord(entry['architecture'])['input_modalities'])
  const canDraw = listIn(asRecord(entry['architecture'])['output_modalities'])?.includes('image')
  const params = listIn(entry['supported_parameters'])
  const canSee =
    modalities?.includes('image') ??
    flagIn(capabilities['vision']) ??
    (seeing.test(String(entry['id'])) || undefined)
  const canUseTools = params?.includes('tools') ?? flagIn(capabilities['function_calling'])
  const canReason =
    params?.some((param) => param.startsWith('reasoning')) ?? flagIn(capabilities['reasoning'])
  const price = priceIn(asRecord(entry['pricing']))
  return {
    ...(canSee !== undefined && { canSee }),
    ...(canUseTools !== undefined && { canUseTools }),
    ...(canReason !== undefined && { canReason }),
    ...(canDraw !== undefined && { canDraw }),
    ...(modalities && { inputs: modalities.filter((name) => name !== 'text').map(toInput) }),
    ...(price && { price }),
  }
}

/** OpenRouter calls documents `file`. */
const toInput = (modality: string): string => (modality === 'file' ? 'pdf' : modality)

/**
 * Converts a price. OpenRouter sends US dollars per token as strings, Together US dollars per
 * million tokens as numbers.
 */
function priceIn(pricing: Fields): ChatModel['price'] {
  const isPerToken = typeof pricing['prompt'] === 'string'
  const scale = isPerToken ? 1_000_000 : 1
  const amount = (value: unknown): number | undefined => {
    const number =
      typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
    return Number.isFinite(number) && number >= 0 ? round(number * scale) : undefined
  }
  const prompt = amount(isPerToken ? pricing['prompt'] : pricing['input'])
  const completion = amount(isPerToken ? pricing['completion'] : pricing['output'])
  if (prompt === undefined || completion === undefined) return undefined
  const cached = isPerToken ? amount(pricing['input_cache_read']) : undefined
  return { currency: 'USD', prompt, completion, ...(cached !== undefined && { cached }) }
}

const round = (amount: number) => Number(amount.toPrecision(12))

const listIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? asTexts(value) : undefined
const flagIn = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined
