import type { ChatModel } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseAnswer } from '../../json/parse-json.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'

type Fields = Record<string, unknown>

/** What is known of one of its models. */
export type OllamaModel = {
  name: string
  /** Changes with the model's content. */
  digest: string
  /** Absent where the list does not say: versions before the list had them. */
  capabilities: readonly string[] | undefined
  /** Tokens that the model was trained for. */
  contextTokens: number | undefined
  sizeBytes: number | undefined
  /** `8.0B Q4_K_M`, where known. */
  details: string
}

/** The models in the answer of `GET /api/tags`. @throws {HttpError} `provider_failed` when it is none. */
export function parseTags(service: UpstreamService, text: string): OllamaModel[] {
  const models = fieldsIn(parse(service, text))['models']
  if (!Array.isArray(models)) throw noList(service)
  return models.filter(isFields).flatMap((entry) => {
    const name = textIn(entry['model']) || textIn(entry['name'])
    if (!name) return []
    const details = fieldsIn(entry['details'])
    return {
      name,
      digest: textIn(entry['digest']),
      capabilities: wordsIn(entry['capabilities']),
      contextTokens: countIn(details['context_length']),
      sizeBytes: countIn(entry['size']),
      details: [details['parameter_size'], details['quantization_level']]
        .map(textIn)
        .filter(Boolean)
        .join(' '),
    }
  })
}

/** The same model with what `POST /api/show` says of it. */
export function withShown(service: UpstreamService, model: OllamaModel, text: string): OllamaModel {
  const shown = fieldsIn(parse(service, text))
  const info = fieldsIn(shown['model_info'])
  const architecture = textIn(info['general.architecture'])
  return {
    ...model,
    capabilities: wordsIn(shown['capabilities']) ?? model.capabilities,
    contextTokens: countIn(info[`${architecture}.context_length`]) ?? model.contextTokens,
  }
}

/** Tokens that are allotted to each loaded model, in the answer of `GET /api/ps`. */
export function parseAllotted(service: UpstreamService, text: string): Map<string, number> {
  const models = fieldsIn(parse(service, text))['models']
  const allotted = new Map<string, number>()
  for (const entry of Array.isArray(models) ? models.filter(isFields) : []) {
    const tokens = countIn(entry['context_length'])
    const name = textIn(entry['model']) || textIn(entry['name'])
    if (tokens !== undefined) allotted.set(name, tokens)
  }
  return allotted
}

/** `undefined` for one that cannot chat: an embedding model, say. */
export function toChatModel(
  service: UpstreamService,
  { name, capabilities, contextTokens, details }: OllamaModel,
): ChatModel | undefined {
  if (capabilities && !capabilities.includes('completion')) return undefined
  return {
    id: `${service.id}/${name}`,
    name: name.replace(/:latest$/, ''),
    provider: service.id,
    description: details ? `Runs in ${service.title}, ${details}.` : `Runs in ${service.title}.`,
    kind: 'chat',
    ...(contextTokens !== undefined && { contextTokens }),
    ...(capabilities && {
      canSee: capabilities.includes('vision'),
      canUseTools: capabilities.includes('tools'),
      canReason: capabilities.includes('thinking'),
    }),
  }
}

function parse(service: UpstreamService, text: string): unknown {
  try {
    return parseAnswer(text)
  } catch (cause) {
    throw noList(service, cause)
  }
}

const noList = ({ title, addressSetting, addressExample }: UpstreamService, cause?: unknown) =>
  new HttpError(
    'provider_failed',
    `${title} did not answer as Ollama does. Check ${addressSetting}; it should look like ${addressExample}.`,
    { cause },
  )

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {})
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const countIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
const wordsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : undefined
