import { Button } from '#ui/actions/button.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { t } from '#languages/app.ts'

type OfferedTextProps = {
  place: string
  text: string
  isSaving?: boolean
  onAccept: () => void
  onRemove: () => void
}

/**
 * Renders instructions from another account. Models receive these instructions only after the user
 * has accepted them.
 */
export const OfferedText = ({
  place,
  text,
  isSaving = false,
  onAccept,
  onRemove,
}: OfferedTextProps) => (
  <section
    aria-label={t('Instructions for {place} from someone else', { place })}
    className="flex flex-col gap-2 rounded-lg border border-line-strong bg-surface-raised p-3 text-start text-sm"
  >
    <p className="text-pretty">
      {t('Someone else wrote instructions for {place}. They are not used until you accept them.', {
        place,
      })}
    </p>
    <TextArea
      aria-label={t('Instructions for {place}', { place })}
      readOnly
      rowsMin={2}
      rowsMax={8}
      value={text}
    />
    <div className="flex flex-wrap justify-end gap-2">
      <Button size="sm" variant="ghost" disabled={isSaving} onClick={onRemove}>
        {t('Remove')}
      </Button>
      <Button size="sm" disabled={isSaving} onClick={onAccept}>
        {t('Accept')}
      </Button>
    </div>
  </section>
)
