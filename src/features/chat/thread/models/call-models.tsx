import { withBase } from '#lib/base-path.ts'
import type { ToolCall } from '#contract/chat/chat.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/app.ts'
import { CardRoom } from './card-room.tsx'
import { hasVisibleResult } from './has-visible-result.ts'

const loadApp = async () => (await import('../apps/app-card.tsx')).AppCard
const loadCard = async () => (await import('./model-card.tsx')).ModelCard

type CallModelsProps = { call: ToolCall; runId: string | undefined }

export function CallModels({ call, runId }: CallModelsProps) {
  const { taskId, assetIds = [], pictureIds = [], status, hasApp = false } = call
  if (!hasVisibleResult(call)) return null
  const isMaking = taskId !== undefined && assetIds.length === 0 && status !== 'asking'
  return (
    <div className="mt-2 flex flex-col gap-2">
      {isMaking && status !== 'denied' && (
        <Loaded load={loadCard} props={{ taskId }} fallback={<CardRoom />} />
      )}
      {hasApp && runId !== undefined && (
        <Loaded load={loadApp} props={{ runId, callIndex: call.index }} fallback={<CardRoom />} />
      )}
      {pictureIds.length === 0 &&
        !hasApp &&
        assetIds.map((assetId) => (
          <Loaded key={assetId} load={loadCard} props={{ assetId }} fallback={<CardRoom />} />
        ))}
      {pictureIds.map((id) => (
        <img
          key={id}
          src={withBase(`/api/files/${id}/content`)}
          alt={t('What the model was shown')}
          loading="lazy"
          className="aspect-[auto_1] w-full max-w-md rounded-lg border border-line"
        />
      ))}
    </div>
  )
}
