import { useMutation, useQuery } from '@tanstack/react-query'
import Box from 'lucide-react/icons/box'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import History from 'lucide-react/icons/history'
import MessageSquare from 'lucide-react/icons/message-square'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useState, type ReactNode } from 'react'
import { setDefaultModel } from '#api/models/model-settings.ts'
import type { Model, ModelList, ModelPurpose } from '#contract/models.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Monogram } from '#ui/feedback/monogram.tsx'
import { Tile } from '#ui/feedback/tile.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/settings.ts'
import { SettingsPart } from '../layout/part.tsx'
import { purposes, type Purpose } from './purposes.ts'

const loadDialog = async () => (await import('./default-model-dialog.tsx')).DefaultModelDialog

const icons: Record<ModelPurpose, ReactNode> = {
  chat: <MessageSquare />,
  titles: <TextCursorInput />,
  '3d': <Box />,
}

export function DefaultModels() {
  const { data } = useQuery(modelsQuery())
  const [purpose, setPurpose] = useState<Purpose>()
  const [isOpen, setIsOpen] = useState(false)
  const choose = useMutation({
    mutationFn: setDefaultModel,
    onSuccess: withClient((client) =>
      client.invalidateQueries({ queryKey: modelsQuery().queryKey }),
    ),
    onError: reportFailure(t('Could not set the default')),
  })
  const models = data?.models ?? []
  const getDefault = (id: ModelPurpose) => data?.defaults?.[id]
  return (
    <SettingsPart
      id="default-models"
      title={t('Default models')}
      about={t('What new chats, chat titles and the studio begin with.')}
    >
      {data && !hasChoice(data) ? (
        <EmptyRow title={t('Nothing to choose yet')}>
          {t(
            'Until a service is connected, the guide answers chats and the local engine makes 3D models.',
          )}
        </EmptyRow>
      ) : (
        <ul aria-label={t('Default models')} className="grid gap-3 lg:grid-cols-3">
          {purposes.map((one) => (
            <Row
              key={one.id}
              purpose={one}
              modelId={getDefault(one.id)}
              model={models.find(({ id }) => id === getDefault(one.id))}
              none={data ? describeNone(one, data.models) : one.none}
              isKnown={data !== undefined}
              onOpen={() => {
                setPurpose(one)
                setIsOpen(true)
              }}
            />
          ))}
        </ul>
      )}
      {purpose && (
        <Loaded
          load={loadDialog}
          props={{
            isOpen,
            purpose,
            models,
            modelId: getDefault(purpose.id),
            onClose: () => setIsOpen(false),
            onChoose: (modelId) => {
              setIsOpen(false)
              choose.mutate({ purpose: purpose.id, ...(modelId !== undefined && { modelId }) })
            },
          }}
        />
      )}
    </SettingsPart>
  )
}

/** Models that need no connected service and no download. */
const builtInIds: readonly string[] = ['bozzetto/guide', 'local/image-to-3d', 'local/scan']

const hasChoice = ({ models, defaults = {} }: ModelList): boolean =>
  Object.keys(defaults).length > 0 || models.some(({ id }) => !builtInIds.includes(id))

type RowProps = {
  purpose: Purpose
  modelId: string | undefined
  model: Model | undefined
  /** Model without a default model. */
  none: string
  isKnown: boolean
  onOpen: () => void
}

/** Describes what is used without a default model. Only the local models exist before a service is connected. */
function describeNone({ id, none }: Purpose, models: readonly Model[]): string {
  const choices = models.filter(({ kind }) => (kind === '3d') === (id === '3d'))
  if (choices.some(({ provider }) => provider !== 'local' && provider !== 'bozzetto')) return none
  return id === '3d' ? (choices[0]?.name ?? none) : t('No language model yet')
}

function Row({ purpose, modelId, model, none, isKnown, onOpen }: RowProps) {
  const { id, title, about, meanwhile } = purpose
  const name = model?.name ?? modelId ?? none
  const isMissing = isKnown && modelId !== undefined && !model
  return (
    <li
      aria-label={title}
      className="relative card-action flex min-w-0 flex-col gap-2 px-3.5 pt-3 pb-3.5"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${title}: ${name}`}
        onClick={onOpen}
        className="flex min-w-0 flex-col gap-2 text-start outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
      >
        <span className="flex items-center gap-2 text-xs font-medium text-ink-muted [&_svg]:size-4">
          {icons[id]}
          <span className="flex-1">{title}</span>
          <ChevronsUpDown aria-hidden className="text-ink-faint" />
        </span>{' '}
        <span className="flex min-w-0 items-center gap-2.5">
          {modelId === undefined ? (
            <Tile icon={<History />} size="sm" />
          ) : (
            <Monogram name={name} size="sm" />
          )}
          <span className="line-clamp-2 min-w-0 flex-1 text-base font-semibold wrap-anywhere">
            {name}
          </span>
        </span>
      </button>
      <p className="text-xs text-pretty text-ink-faint">{about}</p>
      {isMissing && (
        <p className="flex gap-1.5 text-xs text-pretty text-ink-muted">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
          <span className="min-w-0 wrap-anywhere">
            {t('{modelId} is not available now. {meanwhile}', { modelId, meanwhile })}
          </span>
        </p>
      )}
    </li>
  )
}
