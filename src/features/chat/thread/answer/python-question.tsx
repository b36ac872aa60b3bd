import { use, useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { answerToolQuestion } from '#api/chat/chat.ts'
import { uploadPicture } from '#api/files.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { ChatFilesContext } from '../../python/chat-files-context.ts'
import { describeRun, selectPictures } from '../../python/describe-run.ts'
import { pythonRuns, startPython, type PythonRun } from '../../python/python-runs.ts'

type PythonQuestionProps = {
  runId: string
  callIndex: number
  questionId: string
  code: string
}

/**
 * Runs the code of a tool call in this page and sends the result to the server. A lock prevents
 * other tabs of the browser from running the same code.
 */
export function PythonQuestion({ runId, callIndex, questionId, code }: PythonQuestionProps) {
  const listFiles = use(ChatFilesContext)
  const run = useStore(pythonRuns, ({ byCode }) => byCode.get(code))
  const answer = useEffectEvent(async () => {
    if (!listFiles) return
    await startPython(code, listFiles())
    const ended = pythonRuns.getState().byCode.get(code)
    if (ended?.state === 'stopped') {
      await answerToolQuestion(runId, callIndex, { questionId, action: 'cancel' })
    } else if (ended) {
      const content = { output: describeRun(ended), pictures: (await uploadPictures(ended)).join() }
      await answerToolQuestion(runId, callIndex, { questionId, action: 'accept', content })
    }
  })
  useEffect(() => {
    const lock = `bozzetto-python-${questionId}`
    const start = async () => answer()
    const started =
      'locks' in navigator
        ? navigator.locks.request(lock, { ifAvailable: true }, (held) =>
            held ? start() : undefined,
          )
        : start()
    started.catch(reportFailure(t('Could not send the result of Python')))
  }, [questionId])
  return (
    <div className="flex items-center justify-end border-t border-line py-1.5">
      <Button size="sm" variant="ghost" disabled={!run} onClick={() => run?.stop()}>
        {t('Stop')}
      </Button>
    </div>
  )
}

async function uploadPictures({ result }: PythonRun): Promise<string[]> {
  const ids: string[] = []
  for (const { name, bytes } of selectPictures(result?.files ?? [])) {
    const { id } = await uploadPicture(new Blob([bytes]), { name })
    ids.push(id)
  }
  return ids
}
