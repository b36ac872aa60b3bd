import { translateFailure } from '#lib/language/translate-sentence.ts'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleMinus from 'lucide-react/icons/circle-minus'
import CircleX from 'lucide-react/icons/circle-x'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import type { Download } from '#contract/stored-models.ts'
import { formatBytes } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { t } from '#languages/settings.ts'
import { useRemoveDownload } from './queries.ts'

type DownloadRowProps = {
  download: Download
  onAgain: () => void
}

export function DownloadRow({ download, onAgain }: DownloadRowProps) {
  const { id, model, state, step, doneBytes, totalBytes } = download
  const remove = useRemoveDownload()
  if (state === 'running') {
    const fraction =
      totalBytes !== undefined && totalBytes > 0 ? (doneBytes ?? 0) / totalBytes : undefined
    return (
      <li className="flex items-center gap-3">
        <Progress
          className="min-w-0 flex-1"
          label={model}
          // The duration is unknown while the server prepares or checks the file, so the bar has no
          // value.
          value={fraction === undefined || fraction >= 1 ? undefined : fraction}
          detail={formatDownload(download)}
        />
        <Button size="sm" isLoading={remove.isPending} onClick={() => remove.mutate(id)}>
          {t('Cancel')}
        </Button>
        <span className="sr-only">{step}</span>
      </li>
    )
  }
  return (
    <li className="flex items-start gap-2.5">
      <span aria-hidden className="mt-0.5 flex [&_svg]:size-4">
        {icons[state]}
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{`${model} ${words[state]}`}</p>
        {download.failure && (
          <p className="mt-0.5 text-xs wrap-anywhere text-pretty text-ink-muted">
            {translateFailure(download.failure)}
          </p>
        )}
      </div>
      {state !== 'done' && (
        <Button size="sm" icon={<RotateCw aria-hidden />} onClick={onAgain}>
          {t('Try again')}
        </Button>
      )}
      <IconButton
        size="sm"
        label={t('Remove {model} from the list', { model })}
        icon={<X aria-hidden />}
        onClick={() => remove.mutate(id)}
      />
    </li>
  )
}

const icons: Record<Exclude<Download['state'], 'running'>, ReactNode> = {
  done: <CircleCheck className="text-success" />,
  failed: <CircleX className="text-danger" />,
  cancelled: <CircleMinus className="text-ink-faint" />,
}
const words: Record<Exclude<Download['state'], 'running'>, string> = {
  done: t('is ready to use'),
  failed: t('could not be downloaded'),
  cancelled: t('was cancelled'),
}

function formatDownload({ step, doneBytes = 0, totalBytes }: Download): string {
  if (totalBytes === undefined || totalBytes === 0 || doneBytes >= totalBytes) return sayStep(step)
  return t('{doneBytes} of {totalBytes}', {
    doneBytes: formatBytes(doneBytes),
    totalBytes: formatBytes(totalBytes),
  })
}

const sayStep = (step: string): string =>
  /verif/i.test(step)
    ? t('Checking')
    : /writ|clean|remov/i.test(step)
      ? t('Finishing')
      : t('Starting')
