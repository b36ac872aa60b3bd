import { t } from '#languages/app.ts'
import './thread.css'

/** Renders placeholders of a question and its answer, which appear after 200 ms. */
export const ThreadSkeleton = () => (
  <output aria-label={t('Loading the chat')} className="thread-skeleton" />
)
