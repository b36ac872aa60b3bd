import { translateFailure } from '#lib/language/translate-sentence.ts'
import { useEffect, useRef, useState } from 'react'
import type { Task } from '#contract/tasks.ts'
import { t } from '#languages/studio.ts'

const pauseMs = 4_000

/**
 * Returns the text for screen readers: the end of a task at once, and its stages at most every four
 * seconds.
 */
export function useAnnouncement(task: Task | undefined): string {
  const [said, setSaid] = useState('')
  const lastAtMs = useRef(0)
  const news = task === undefined ? '' : describeNews(task)
  const isOver = task?.status === 'completed' || task?.status === 'failed'

  useEffect(() => {
    const say = () => {
      lastAtMs.current = Date.now()
      setSaid(news)
    }
    const waitMs = isOver ? 0 : Math.max(0, lastAtMs.current + pauseMs - Date.now())
    const timer = setTimeout(say, waitMs)
    return () => clearTimeout(timer)
  }, [news, isOver])
  return said
}

function describeNews({ status, stage, failure, asset }: Task): string {
  switch (status) {
    case 'queued':
      return t('The task is queued.')
    case 'running':
      return stage === undefined ? t('The task is running.') : `${stage}.`
    case 'completed':
      return t('{name} is done.', { name: asset?.name ?? t('The model') })
    case 'failed':
      return t('The task failed. {message}', { message: translateFailure(failure) ?? '' })
    case 'cancelled':
      return t('The task was cancelled.')
  }
}
