import { useQuery } from '@tanstack/react-query'
import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { chatDefaultsQuery } from '#queries/chat-defaults.ts'
import { PanelSection } from '#ui/layout/section.tsx'
import { rich, t } from '#languages/app.ts'
import type { ChatModels } from '../models/use-chat-models.ts'
import { chatLibraryQueries } from '../conversations/library-queries.ts'
import { folderKnowledgeQuery } from '../queries/folder-knowledge-query.ts'
import { assistantsQuery } from '../queries/assistant-queries.ts'
import type { ChatDefault } from '#contract/chat/chat-defaults.ts'

type Model = NonNullable<ChatModels['model']>

type InEffectProps = {
  models: ChatModels
  draft: ChatSettings
  folderId: string | undefined
  paramSchema?: ParamSchema
}

/** Shows which instructions and params are sent, and where each was set. */
export function InEffect({ models, draft, folderId, paramSchema }: InEffectProps) {
  const layers = useLayers(models, draft, useFolderLayer(folderId))
  const params = findParamsInEffect(layers)
  const fields = paramSchema ? readFields(paramSchema) : []
  const titles = new Map(fields.map(({ name, title }) => [name, title]))
  const spoken = layers.filter(({ instructions }) => instructions !== '')
  const isOnlyChat = layers.slice(0, -1).every(isEmptyLayer)
  if (isOnlyChat) return null
  return (
    <PanelSection title={t('What applies here')} isOpen={false}>
      {spoken.length > 0 && (
        <div>
          <p className="text-xs text-pretty text-ink-muted">
            {t(
              'Instructions are sent in this order. If they contradict each other, the last ones win.',
            )}
          </p>
          <ol className="mt-2 flex flex-col gap-2">
            {spoken.map(({ from, instructions }) => (
              <li key={`${from} ${instructions}`} className="rounded-lg bg-hover px-3 py-2">
                <p className="text-xs font-medium">{from}</p>
                <p className="mt-0.5 line-clamp-3 text-xs whitespace-pre-line text-ink-muted">
                  {instructions}
                </p>
              </li>
            ))}
          </ol>
        </div>
      )}
      {params.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-xs tabular-nums">
          {params.map(({ name, value, from, others }) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{titles.get(name) ?? name}</dt>
              <dd className="wrap-anywhere">
                {rich('{span} from {from}', {
                  value: formatValue(value),
                  span: <span className="font-medium">{formatValue(value)}</span>,
                  from,
                })}
                {others.length > 0 &&
                  t(', not {others}', {
                    others: others
                      .map(
                        (other) =>
                          `${formatValue(ownValue(other.params, name))} from ${other.from}`,
                      )
                      .join(' or '),
                  })}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </PanelSection>
  )
}

const isEmptyLayer = ({ instructions, params }: SettingLayer): boolean =>
  instructions === '' && Object.keys(params).length === 0

const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Returns the layers from general to specific: all chats, model, folder, assistant, chat. */
function useLayers(
  { models, model }: ChatModels,
  draft: ChatSettings,
  folder: SettingLayer | undefined,
): SettingLayer[] {
  const { data: defaults = [] } = useQuery(chatDefaultsQuery())
  const isAssistant = model?.assistant !== undefined
  const { data: assistants = [] } = useQuery({ ...assistantsQuery(), enabled: isAssistant })
  const assistant = assistants.find(({ id }) => model?.id.endsWith(`/${id}`))
  const behind = isAssistant ? findModelBehind(model, assistant?.modelId, models) : model
  const own = assistant?.isForeign === true ? undefined : assistant
  const usual = (modelId?: string) => defaults.find((one) => one.modelId === modelId)
  return [
    toLayer(t('All chats'), usual()),
    ...(behind ? [toLayer(behind.name, usual(behind.id))] : []),
    ...(folder ? [folder] : []),
    ...(own ? [toLayer(own.name, toInstructions(own.settings))] : []),
    toLayer(t('This chat'), toInstructions(draft)),
  ]
}

function useFolderLayer(folderId: string | undefined): SettingLayer | undefined {
  const isInFolder = folderId !== undefined
  const { data: folders = [] } = useQuery({ ...chatLibraryQueries.folders(), enabled: isInFolder })
  const { data: knowledge } = useQuery({
    ...folderKnowledgeQuery(folderId ?? ''),
    enabled: isInFolder,
  })
  const folder = folders.find(({ id }) => id === folderId)
  if (!folder || !knowledge) return undefined
  return toLayer(t('Folder “{name}”', { name: folder.name }), {
    instructions: knowledge.instructions,
    params: {},
  })
}

/**
 * Returns the model that an assistant uses. If the assistant uses the default model, only the
 * model's name is known, and several services may offer models with that name.
 */
function findModelBehind(
  { assistant }: Model,
  modelId: string | undefined,
  models: readonly Model[],
): Model | undefined {
  const found = models.filter((one) =>
    modelId === undefined
      ? !one.assistant && one.name === assistant?.modelName
      : one.id === modelId,
  )
  return found.length === 1 ? found[0] : undefined
}

const toInstructions = ({ systemPrompt = '', params = {} }: ChatSettings) => ({
  instructions: systemPrompt,
  params,
})

const toLayer = (
  from: string,
  { instructions, params }: Omit<SettingLayer, 'from'> = { instructions: '', params: {} },
): SettingLayer => ({ from, instructions, params })

/** A place where instructions and params are set. The params of later layers win. */
type SettingLayer = Omit<ChatDefault, 'modelId'> & { from: string }

type ParamInEffect = { name: string; value: unknown; from: string; others: SettingLayer[] }

/** Returns each param with the value that is sent, and the layers whose values are not sent. */
function findParamsInEffect(layers: readonly SettingLayer[]): ParamInEffect[] {
  const names = new Set(layers.flatMap(({ params }) => Object.keys(params)))
  return [...names].flatMap((name) => {
    const setting = layers.filter(({ params }) => Object.hasOwn(params, name))
    const winner = setting.at(-1)
    if (!winner) return []
    const value = new Map(Object.entries(winner.params)).get(name)
    return { name, value, from: winner.from, others: setting.slice(0, -1) }
  })
}
