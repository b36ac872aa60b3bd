import type { EditAnswer, EditQuestion, EditStep } from '#model-files/edit/edit-steps.ts'
import type { EditorState } from '../state/editor-state.ts'
import { useWork } from '../work/use-work.ts'

/** Applies steps to the model in a worker. Each step becomes an edit that can be undone. */
export function useEditStep({ model, onEdited }: Pick<EditorState, 'model' | 'onEdited'>) {
  const { busy, failure, run } = useWork<EditStep['kind'], EditAnswer>()
  return {
    busy,
    failure,
    apply: (step: EditStep, onDone?: () => void) => {
      const worker = new Worker(new URL('../../model-files/edit/edit-worker.ts', import.meta.url), {
        type: 'module',
      })
      const question: EditQuestion = { url: new URL(model.url, document.baseURI).href, step }
      void run(step.kind, {
        worker,
        question,
        onDone: ({ glb, sentence }) => {
          onEdited(new Blob([glb], { type: 'model/gltf-binary' }), sentence)
          onDone?.()
        },
      })
    },
  }
}
