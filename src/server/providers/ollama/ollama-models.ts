import { asTexts, asCount, asRecord, asString, isRecord } from '#lib/fields.ts'
import type { ChatModel } from '#contract/models.ts'
import { ownValue } from '#lib/own-value.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseAnswer } from '../../json/parse-json.ts'
import { adviseOnAddress, type UpstreamService } from '../../ports/upstream-service.ts'

export type OllamaModel = {
  name: string
  digest: string
  /** Absent if Ollama's version does not list capabilities. */
  capabilities: readonly string[] | undefined
  contextTokens: number | undefined
  sizeBytes: number | undefined
  /** Size and quantization, such as `8.0B Q4_K_M`, or empty. */
  details: string
}

/**
 * Parses the response of `GET /api/tags`.
 * @throws {HttpError} `provider_failed` if it is invalid.
 */
export function parseTags(service: UpstreamService, text: string): OllamaModel[] {
  const models = asRecord(parse(service, text))['models']
  if (!Array.isArray(models)) throw noList(service)
  return models.filter(isRecord).flatMap((entry) => {
    const name = asString(entry['model']) || asString(entry['name'])
    if (!name) return []
    const details = asRecord(entry['details'])
    return {
      name,
      digest: asString(entry['digest']),
      capabilities: wordsIn(entry['capabilities']),
      contextTokens: asCount(details['context_length']),
      sizeBytes: asCount(entry['size']),
      details: [details['parameter_size'], details['quantization_level']]
        .map(asString)
        .filter(Boolean)
        .join(' '),
    }
  })
}

export function withShown(service: UpstreamService, model: OllamaModel, text: string): OllamaModel {
  const shown = asRecord(parse(service, text))
  const info = asRecord(shown['model_info'])
  const architecture = asString(info['general.architecture'])
  return {
    ...model,
    capabilities: wordsIn(shown['capabilities']) ?? model.capabilities,
    contextTokens: asCount(ownValue(info, `${architecture}.context_length`)) ?? model.contextTokens,
  }
}

/** Returns the context size of each loaded model, from the response of `GET /api/ps`. */
export function parseAllotted(service: UpstreamService, text: string): Map<string, number> {
  const models = asRecord(parse(service, text))['models']
  const allotted = new Map<string, number>()
  for (const entry of Array.isArray(models) ? models.filter(isRecord) : []) {
    const tokens = asCount(entry['context_length'])
    const name = asString(entry['model']) || asString(entry['name'])
    if (tokens !== undefined) allotted.set(name, tokens)
  }
  return allotted
}

/**
 * Converts a model to a chat model. Returns `undefined` for a model that cannot chat, such as an
 * embedding model.
 */
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
    cutsLongPrompts: true,
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

const noList = (service: UpstreamService, cause?: unknown) =>
  new HttpError(
    'provider_failed',
    `${service.title} did not answer as Ollama does. ${adviseOnAddress(service)}`,
    { cause },
  )

const wordsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? asTexts(value) : undefined
