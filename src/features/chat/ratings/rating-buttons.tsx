import MessageSquareText from 'lucide-react/icons/message-square-text'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { use, useState } from 'react'
import { ratingReasonMax, type AnswerRating } from '#contract/chat/ratings.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/app.ts'
import { RatingsContext } from './ratings-context.ts'
import { useRate } from './use-rate.ts'

export type RatingButtonsProps = { answerId: string; conversationId: string }

/**
 * Renders the buttons that rate an answer. A second press on the same button removes the rating.
 */
export function RatingButtons({ answerId, conversationId }: RatingButtonsProps) {
  const { ratings } = use(RatingsContext)
  const { mutate } = useRate(conversationId)
  const [isExplaining, setIsExplaining] = useState(false)
  const rating = ratings.find(({ id }) => id === answerId)
  const rate = (isGood: boolean) =>
    mutate({ id: answerId, isGood: rating?.isGood === isGood ? undefined : isGood })
  return (
    <div className="flex gap-x-0.5">
      <IconButton
        size="sm"
        label={t('Good answer')}
        isActive={rating?.isGood === true}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
        icon={<ThumbsUp aria-hidden />}
        onClick={() => rate(true)}
      />
      <IconButton
        size="sm"
        label={t('Bad answer')}
        isActive={rating?.isGood === false}
        className="aria-pressed:bg-hover aria-pressed:text-ink"
        icon={<ThumbsDown aria-hidden />}
        onClick={() => rate(false)}
      />
      {rating && (
        <>
          <IconButton
            size="sm"
            label={
              rating.reason === undefined
                ? t('Add a reason')
                : t('Reason: {reason}', { reason: rating.reason })
            }
            icon={<MessageSquareText aria-hidden />}
            onClick={() => setIsExplaining(true)}
          />
          {isExplaining && (
            <ReasonDialog
              rating={rating}
              onClose={() => setIsExplaining(false)}
              onSave={(reason) => mutate({ ...rating, reason })}
            />
          )}
        </>
      )}
    </div>
  )
}

type ReasonDialogProps = {
  rating: AnswerRating
  onClose: () => void
  onSave: (reason: string) => void
}

function ReasonDialog({ rating, onClose, onSave }: ReasonDialogProps) {
  const [reason, setReason] = useState(rating.reason ?? '')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={rating.isGood ? t('What was good?') : t('What was bad?')}
      description={t('Only you see it, in Settings › Usage and in its export.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onSave(reason.trim())
              onClose()
            }}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <FormField label={t('Reason')}>
        <TextArea
          rowsMin={3}
          maxLength={ratingReasonMax}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </FormField>
    </Dialog>
  )
}
