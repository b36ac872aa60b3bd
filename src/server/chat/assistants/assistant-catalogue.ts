import { assistantProviderId, toAssistantModelId } from '#contract/chat/assistants.ts'
import type { ChatModel } from '#contract/models.ts'
import { firstModel } from '#lib/first-model.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { AssistantTarget } from '../../ports/chat-provider.ts'
import { createAmbient } from '../../process/ambient.ts'
import { asOwner, isGuest } from '../../store/owner-scope.ts'
import type { KnowledgeService } from '../knowledge/knowledge-service.ts'
import type { AssistantRow } from './assistant-rows.ts'
import { createAssistantProvider } from './assistant-provider.ts'
import type { Assistants } from './assistants.ts'

const prefix = `${assistantProviderId}/`

const hidden = createAmbient<boolean>()

/** Runs `work` without assistants, for API keys that may not use them. */
export const withoutAssistants = <T>(work: () => T): T => hidden.run(true, work)

type Options = {
  assistants: Pick<Assistants, 'listUsable' | 'find'>
  knowledge: Pick<KnowledgeService, 'forQuestion'>
}

/**
 * Adds the assistants of the current person as chat models to a catalogue. The models behind the
 * assistants come from `catalogue`, so that their permissions and metering apply.
 */
export function assistantCatalogue(
  catalogue: Catalogue,
  { assistants, knowledge }: Options,
): Catalogue {
  return {
    ...catalogue,
    async list(signal) {
      const listed = await catalogue.list(signal)
      if (hidden.get() === true) return listed
      const chat = listed.models.filter((model) => model.kind === 'chat')
      const usual = listed.defaults?.chat
      const shown = (await assistants.listUsable()).flatMap((row) => {
        const id = row.modelId ?? findUsual(chat, usual)
        return toListed(
          row,
          chat.find((model) => model.id === id),
        )
      })
      return { ...listed, models: [...shown, ...listed.models] }
    },
    async chat(modelId, signal, more) {
      if (!modelId.startsWith(prefix)) return catalogue.chat(modelId, signal, more)
      if (hidden.get() === true) throw notAllowed()
      const row = await assistants.find(modelId.slice(prefix.length))
      if (!row) throw unknownAssistant()
      const found = await catalogue.chat(await getModelId(row, signal), signal, more)
      const target = toTarget(row, found)
      const provider = createAssistantProvider({
        target,
        listed: (models) =>
          toListed(
            row,
            models.find(({ id }) => id === `${found.provider.id}/${found.model}`),
          )[0],
        findSources: (question) => findSources(target, question),
      })
      return { provider, model: row.id }
    },
  }

  async function getModelId(row: AssistantRow, signal: AbortSignal): Promise<string> {
    const usual = row.modelId ?? catalogue.defaultFor('chat')
    if (usual !== undefined) return usual
    const { models } = await catalogue.list(signal)
    const id = findUsual(models.filter((model) => model.kind === 'chat'))
    if (id !== undefined) return id
    throw new HttpError('unknown_model', 'No chat model is connected. Connect one in Settings.')
  }

  /** A shared assistant also shares the passages of its owner's folder with the team. */
  async function findSources({ knows }: AssistantTarget, question: string) {
    if (!knows || isGuest() || question === '') return []
    const { folderId, ownerId } = knows
    return (await asOwner(ownerId, () => knowledge.forQuestion(folderId, { question }))).sources
  }
}

/** Returns the default model, or the model that a new chat would use. */
const findUsual = (models: readonly ChatModel[], usual?: string): string | undefined =>
  usual ?? firstModel(models.filter(({ provider }) => provider !== 'bozzetto'))?.id ?? models[0]?.id

const toTarget = (
  { settings, folderId, ownerId }: AssistantRow,
  found: Pick<AssistantTarget, 'provider' | 'model'>,
): AssistantTarget => ({
  ...found,
  instructions: settings.systemPrompt ?? '',
  params: settings.params ?? {},
  ...(settings.tools && { tools: settings.tools }),
  ...(folderId !== null && { knows: { folderId, ownerId } }),
})

function toListed(
  { id, name, description, settings, starters, hasPicture, changedAt }: AssistantRow,
  model: ChatModel | undefined,
): ChatModel[] {
  if (!model) return []
  const { isFavourite: _, endsOn: _end, successor: _next, ...facts } = model
  return [
    {
      ...facts,
      id: toAssistantModelId(id),
      name,
      provider: assistantProviderId,
      description,
      assistant: {
        modelName: model.name,
        starters,
        ...(settings.tools && { tools: settings.tools }),
        ...(hasPicture && {
          pictureUrl: `/api/assistants/${id}/picture?v=${changedAt.getTime()}`,
        }),
      },
    },
  ]
}

const notAllowed = () =>
  new HttpError(
    'forbidden',
    'This key is not allowed to use assistants. Change its access in Settings.',
  )

const unknownAssistant = () =>
  new HttpError(
    'unknown_model',
    'This assistant no longer exists, or is not shared with you. Choose another model.',
  )
