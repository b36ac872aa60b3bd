import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Images from 'lucide-react/icons/images'
import X from 'lucide-react/icons/x'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { t } from '#languages/studio.ts'
import { offeredTypes, describeAccepted } from '../state/picture.ts'
import type { PictureBatch } from './use-picture-batch.ts'

export function SeveralPictures({ batch }: { batch: PictureBatch }) {
  const { files, add, remove, isSending, sentCount, problems } = batch
  return (
    <section aria-label={t('Pictures')} className="grid gap-1.5">
      <h3 className="font-medium">{t('Pictures')}</h3>
      <DropZone
        label={t('Choose pictures')}
        accept={offeredTypes()}
        isMultiple
        disabled={isSending}
        onFiles={add}
      >
        <div className="flex items-center gap-3 p-3">
          <Images aria-hidden className="size-5 shrink-0 text-ink-faint" />
          <div>
            <p>{files.length === 0 ? t('Picture in the studio') : formatCount(files.length)}</p>
            <p className="text-xs text-ink-faint">
              {files.length === 0
                ? t('Drop more pictures here, or choose them: {accepted}', {
                    accepted: describeAccepted(),
                  })
                : t('Drop more here, or choose them')}
            </p>
          </div>
        </div>
      </DropZone>
      {files.length > 0 && (
        <ul className="grid max-h-40 gap-0.5 overflow-y-auto">
          {files.map((file) => {
            const problem = problems.get(file)
            return (
              <li key={`${file.name} ${file.size} ${file.lastModified}`} className="flex gap-2">
                <div className="min-w-0 flex-1 self-center">
                  <p dir="auto" className="truncate">
                    {file.name}
                  </p>
                  {problem !== undefined && (
                    <p className="flex gap-1.5 text-xs text-pretty text-danger">
                      <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
                      {problem}
                    </p>
                  )}
                </div>
                <IconButton
                  label={t('Remove {name}', { name: file.name })}
                  size="sm"
                  icon={<X aria-hidden />}
                  disabled={isSending}
                  onClick={() => remove(file)}
                />
              </li>
            )
          })}
        </ul>
      )}
      {isSending && (
        <>
          <Progress
            label={t('Uploading pictures')}
            value={sentCount / files.length}
            isLabelHidden
          />
          <p className="text-xs text-ink-faint tabular-nums">
            {t('{sentCount} of {filesCount} uploaded. Keep this page open until all are done.', {
              sentCount,
              filesCount: files.length,
            })}
          </p>
        </>
      )}
    </section>
  )
}

const formatCount = (count: number) =>
  count === 1 ? t('1 picture') : t('{count} pictures', { count })
