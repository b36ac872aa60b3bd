import { useEffect, useRef, useState } from 'react'
import type { EditAnswer, EditQuestion, EditStep } from '#model-files/edit/edit-steps.ts'
import type { EditorState } from '../state/editor-state.ts'
import { useWork } from '../work/use-work.ts'

type WaitingStep = { step: EditStep; onDone: (() => void) | undefined }

export type EditSteps = {
  busy: { key: EditStep['kind'] } | undefined
  failure: string | undefined
  apply: (step: EditStep, onDone?: () => void) => void
}

/**
 * Applies steps to the model in a worker, in sequence, so that no step is lost. Each step becomes an
 * edit that can be undone.
 */
export function useEditStep({
  model,
  onEdited,
}: Pick<EditorState, 'model' | 'onEdited'>): EditSteps {
  const { busy, failure, run } = useWork<EditStep['kind'], EditAnswer>(model.url)
  const [waiting, setWaiting] = useState<readonly WaitingStep[]>([])
  const started = useRef<WaitingStep>(undefined)
  const [next] = waiting
  useEffect(() => {
    if (!next || busy || started.current === next) return
    started.current = next
    const worker = new Worker(new URL('../../model-files/edit/edit-worker.ts', import.meta.url), {
      type: 'module',
    })
    const question: EditQuestion = {
      url: new URL(model.url, document.baseURI).href,
      step: next.step,
    }
    const work = run(next.step.kind, {
      worker,
      question,
      onDone: ({ glb, sentence }) => {
        onEdited(new Blob([glb], { type: 'model/gltf-binary' }), sentence)
        next.onDone?.()
      },
    })
    void work.then(() => setWaiting((now) => now.filter((one) => one !== next)))
  }, [next, busy, run, model.url, onEdited])
  return {
    busy,
    failure,
    apply: (step, onDone) => setWaiting((now) => [...now, { step, onDone }]),
  }
}
