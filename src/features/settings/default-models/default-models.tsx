import { useMutation, useQuery } from '@tanstack/react-query'
import Box from 'lucide-react/icons/box'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import MessageSquare from 'lucide-react/icons/message-square'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useState, type ReactNode } from 'react'
import { setDefaultModel } from '#api/models/models.ts'
import type { Model, ModelPurpose } from '#contract/models.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { cardClass } from '../layout/card-class.ts'
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
    onError: reportFailure('Could not set the default'),
  })
  const models = data?.models ?? []
  const defaultOf = (id: ModelPurpose) => data?.defaults?.[id]
  return (
    <SettingsPart
      title="Default models"
      about="What new chats, chat titles and the studio begin with."
    >
      <ul aria-label="Default models" className={cardClass}>
        {purposes.map((one) => (
          <Row
            key={one.id}
            purpose={one}
            modelId={defaultOf(one.id)}
            model={models.find(({ id }) => id === defaultOf(one.id))}
            isKnown={data !== undefined}
            onOpen={() => {
              setPurpose(one)
              setIsOpen(true)
            }}
          />
        ))}
      </ul>
      {purpose && (
        <Loaded
          load={loadDialog}
          props={{
            isOpen,
            purpose,
            models,
            modelId: defaultOf(purpose.id),
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

type RowProps = {
  purpose: Purpose
  modelId: string | undefined
  /** The default model; absent if it is unavailable. */
  model: Model | undefined
  /** True once the list of models is loaded. */
  isKnown: boolean
  onOpen: () => void
}

function Row({ purpose, modelId, model, isKnown, onOpen }: RowProps) {
  const { id, title, about, none, meanwhile } = purpose
  const name = model?.name ?? modelId ?? none
  return (
    <li aria-label={title} className="flex flex-col gap-2 px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div
          aria-hidden
          className="hidden size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-strong sm:grid [&_svg]:size-4"
        >
          {icons[id]}
        </div>
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="font-medium">{title}</h3>
          <p className="text-xs text-pretty text-ink-muted">{about}</p>
        </div>
        <Button
          aria-haspopup="dialog"
          aria-label={`${title}: ${name}`}
          className="max-w-full min-w-0 shrink!"
          onClick={onOpen}
        >
          <span className="truncate">{name}</span>
          <ChevronsUpDown aria-hidden className="size-3.5 text-ink-faint" />
        </Button>
      </div>
      {isKnown && modelId !== undefined && !model && (
        <p className="flex gap-2 text-xs text-pretty text-ink-muted sm:pl-13">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
          <span className="min-w-0 wrap-anywhere">
            {modelId} is not available now. {meanwhile}
          </span>
        </p>
      )}
    </li>
  )
}
